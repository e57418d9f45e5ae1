import { dsn } from '../settings.ts';
import { scrub } from './scrub.ts';

/** @returns a function that reports an unexpected error, or does nothing without `SENTRY_DSN` */
export async function errorReporter(): Promise<(error: unknown) => void> {
  if (!dsn) return () => undefined;
  const { addEventProcessor, captureException, httpIntegration, init } = await import('@sentry/astro');
  init({
    dsn: dsn.href,
    environment: 'production',
    tracesSampleRate: 0.1,
    sendDefaultPii: false,
    integrations: [httpIntegration({ maxIncomingRequestBodySize: 'none' })],
  });
  // Of a request, report only method and URL: bodies hold passwords, and headers hold sessions.
  addEventProcessor(({ request: { method, url } = {}, ...event }) =>
    scrub({ ...event, request: { ...(method && { method }), ...(url && { url }) } }),
  );
  return (error) => void captureException(error);
}
