import { dsn } from '../settings.ts';
import { scrub } from './scrub.ts';

/** Gives what to hand an unexpected error to. It is reported where there is somebody to report to. */
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
  // Of a request nothing but what was asked for: bodies are passwords, and headers sessions.
  addEventProcessor(({ request: { method, url } = {}, ...event }) =>
    scrub({ ...event, request: { ...(method && { method }), ...(url && { url }) } }),
  );
  return (error) => void captureException(error);
}
