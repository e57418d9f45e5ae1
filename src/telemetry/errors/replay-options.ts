import type { replayIntegration } from '@sentry/astro';

import { scrub } from './scrub.ts';

/** URL of the script that compresses recordings. */
const WORKER = '/assets/replay-worker.js';

/** Settings of recordings: they hold the behaviour of the page, and no text that was read or typed. */
export const replayOptions = (): Parameters<typeof replayIntegration>[0] => ({
  maskAllText: true,
  maskAllInputs: true,
  blockAllMedia: true,
  mutationLimit: 10_000,
  mutationBreadcrumbLimit: 750,
  slowClickTimeout: 7000,
  // The SDK stops reading a body after 500 ms, and truncates long bodies.
  networkDetailAllowUrls: ['/assets/i18n/'],
  networkDetailDenyUrls: ['/api'],
  workerUrl: workerUrl(),
  beforeAddRecordingEvent: scrub,
});

/** The content security policy requires Trusted Types for the URL of a worker. */
function workerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('replay', { createScriptURL: (url) => url });
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string;
}
