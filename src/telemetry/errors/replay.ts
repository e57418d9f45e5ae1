import type { replayIntegration } from '@sentry/astro';

import { scrub } from './scrub.ts';

/** Where the script that compresses recordings lies. */
const WORKER = '/assets/replay-worker.js';

/** What a recording of a visit holds: how the page behaved, and nothing that was read or typed on it. */
export const replayOptions = (): Parameters<typeof replayIntegration>[0] => ({
  maskAllText: true,
  maskAllInputs: true,
  blockAllMedia: true,
  mutationLimit: 10_000,
  mutationBreadcrumbLimit: 750,
  slowClickTimeout: 7000,
  // The SDK gives up reading a body after 500 ms, and cuts off what is long.
  networkDetailAllowUrls: ['/assets/i18n/'],
  networkDetailDenyUrls: ['/api'],
  workerUrl: workerUrl(),
  beforeAddRecordingEvent: scrub,
});

/** The content security policy of the pages lets no text become the address of a worker but through a policy. */
function workerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('replay', { createScriptURL: (url) => url });
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string;
}
