// Loaded by visits that report errors: the SDK and its settings.
import { addEventProcessor, captureException, init, replayIntegration } from '@sentry/astro';

import { replayOptions } from './replay-options.ts';
import { scrub } from './scrub.ts';

declare const DSN: string;
/** Hash of the shipped scripts. */
declare const RELEASE: string;

/**
 * Starts error reports.
 * @param early errors before the script was loaded
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
      // It would report every visit, even without an error.
      ...defaults.filter(({ name }) => name !== 'BrowserSession'),
      // A recording holds the whole URL of its page, whose query may be a token.
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
