import { scrub } from './scrub.ts';

/**
 * @param dsn URL that errors are reported to
 * @returns a function that reports an unexpected error, or does nothing without a DSN
 */
export async function errorReporter(dsn: string | undefined): Promise<(error: unknown) => void> {
  if (!dsn) return () => undefined;
  const { addEventProcessor, captureException, httpIntegration, init } = await import('@sentry/astro');
  init({
    dsn,
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
