import { expect, test } from 'vitest';

import { adaptToBandwidth } from './adapt-to-bandwidth.ts';
import { STEPS } from './quality.ts';

const PAUSED = STEPS.length - 1;
const pair = { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.06 };

test('a picture that packet loss paused returns, although no report tells that the loss is over', async () => {
  let [seconds, step, lastReport] = [0, 0, 0];
  const check = adaptToBandwidth(
    {
      stats: async () => {
        // Without a picture there is nothing to report: the browser keeps the last report.
        if (step < PAUSED) lastReport = seconds;
        return new Map(
          [
            { ...pair, timestamp: seconds * 1000 },
            { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.3, timestamp: lastReport * 1000 },
          ].map((entry) => [entry.type, entry]),
        ) as unknown as RTCStatsReport;
      },
      limit: (next) => (step = next),
    },
    () => {},
  );
  const afterEachSecond = async (count: number): Promise<number[]> => {
    const steps: number[] = [];
    for (; count > 0; count -= 1) {
      seconds += 1;
      await check();
      steps.push(step);
    }
    return steps;
  };
  expect(await afterEachSecond(2 * PAUSED)).toContain(PAUSED);
  expect(Math.min(...(await afterEachSecond(15)))).toBeLessThan(PAUSED);
});
