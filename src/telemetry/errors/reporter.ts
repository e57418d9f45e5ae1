// The file that visits load which report: the SDK, its settings, and which scripts were shipped.
import { addEventProcessor, captureException, init, replayIntegration } from '@sentry/astro';

import { replayOptions } from './replay.ts';
import { scrub } from './scrub.ts';

declare const DSN: string;
/** Hash of the shipped scripts. */
declare const RELEASE: string;

/**
 * Starts to report.
 * @param early what went wrong before
 */
export function report(early: Event[]): void {
  init({
    dsn: DSN,
    release: RELEASE,
    environment: 'production',
    tracesSampleRate: 0.1,
    tracePropagationTargets: [],
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    integrations: (defaults) => [
      // It would tell of every visit, whether anything went wrong or not.
      ...defaults.filter(({ name }) => name !== 'BrowserSession'),
      // A recording notes the whole address of its page, which may hold a token.
      ...(location.search ? [] : [replayIntegration(replayOptions())]),
    ],
  });
  addEventProcessor(scrub);
  for (const event of early) {
    const error =
      event instanceof ErrorEvent ? (event.error ?? event.message) : (event as PromiseRejectionEvent).reason;
    captureException(error, { mechanism: { handled: false, type: event.type } });
  }
}
