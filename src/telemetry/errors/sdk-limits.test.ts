import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

/** The SDK's recorder without comments: what docs/privacy.md and the settings rely on stands in it as plain numbers. */
const recorder = readFileSync(fileURLToPath(import.meta.resolve('@sentry/replay')), 'utf8').replaceAll(
  /^\s*\/\/.*$/gm,
  '',
);

test.each([
  [
    'records 300 events in 5 seconds',
    /throttle\(\s*\(event, isCheckout\) => addEvent\(this, event, isCheckout\),\s*(\d+),\s*(\d+)\s*\)/,
    ['300', '5'],
  ],
  ['gives up reading a body after 500 ms', /"Timeout while trying to read response body"\)\), (\d+)\)/, ['500']],
  ['cuts bodies off at 150,000 characters', /NETWORK_BODY_MAX_SIZE = ([\de]+)/, ['15e4']],
  ['keeps 100 errors a segment', /errorIds\.size < (\d+)/, ['100']],
  ['keeps 100 traces a segment', /MAX_CONTEXT_VALUES = (\d+);[^]*traceIds\.size < MAX_CONTEXT_VALUES/, ['100']],
  ['records 10,000 mutations at once', /mutationLimit = ([\de]+)/, ['1e4']],
  ['makes a note at 750 mutations', /mutationBreadcrumbLimit = (\d+)/, ['750']],
  ['calls a click slow after 7 seconds', /slowClickTimeout = ([\de]+)/, ['7e3']],
])('the SDK %s', (_, pattern, numbers) => {
  expect(pattern.exec(recorder)?.slice(1)).toEqual(numbers);
});
