// Inlined into the head of pages: keep it small.
import { whenIdle } from '../../browser/when-idle.ts';
import type * as Reporter from './reporter.ts';

/** Share of visits that report errors. */
const SHARE = 0.01;

/** URL of the reporter. It has no hash, so that a change of scripts changes no page. */
const REPORTER = '/assets/reporter.js';

const TYPES = ['error', 'unhandledrejection'] as const;

/** A visit ends with its tab. Where the browser denies storage, it reports nothing. */
function isSampled(): boolean {
  try {
    return (sessionStorage.reports ??= Math.random() < SHARE ? 'yes' : 'no') === 'yes';
  } catch {
    return false;
  }
}

if (!navigator.globalPrivacyControl && isSampled()) {
  const early: Event[] = [];
  const keep = (event: Event): void => void early.push(event);
  for (const type of TYPES) addEventListener(type, keep);
  whenIdle(async () => {
    const { report } = (await import(REPORTER)) as typeof Reporter;
    for (const type of TYPES) removeEventListener(type, keep);
    report(early);
  });
}
