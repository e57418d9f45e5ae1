import { dsn } from '../settings.ts';
import { scrub } from './scrub.ts';

/**
 * Has errors of the service logged, and reported where there is somebody to report to.
 * @returns what to hand an unexpected error to
 */
export async function errorReporter(): Promise<(error: unknown) => void> {
  if (!dsn) return (error) => console.error(error);
  const { addEventProcessor, captureException, init } = await import('@sentry/astro');
  init({ dsn: dsn.href, environment: 'production', tracesSampleRate: 0.1, sendDefaultPii: false });
  addEventProcessor(scrub);
  return (error) => {
    console.error(error);
    captureException(error);
  };
}
