import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { CallFigure } from '../../scripts/bench/calls/calls-report.ts';
import { type Caller, callScene } from '../support/browser/call-page.ts';
import { type Network, startNetwork } from '../support/browser/network-proxy.ts';
import { forgetAttempts } from '../support/service/calls/call-steps.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Measurements of a benchmark, for scripts/bench/calls/calls.ts. */
    figures?: CallFigure[];
  }
}

const RUNS = Number(process.env.RUNS);
const GLARE_RUNS = 5 * RUNS;
const LOSS_MS = 5000;

/** A network between both callers and the relay, which can be cut. */
let relayWay: Network;
beforeAll(async () => {
  relayWay = await startNetwork(0);
});
afterAll(() => relayWay.close());

const direct = callScene();
const cut = callScene(({ port }) => {
  relayWay.to = port;
  return [`turn:127.0.0.1:${relayWay.port}?transport=tcp`];
});

async function hangUp(anna: Caller, ben: Caller): Promise<void> {
  await anna.button('call.hangUp').click();
  await ben.sees('call.over.ended');
  await ben.page
    .locator('.call')
    .getByRole('button', { name: ben.who.words('chat.close') })
    .click();
  await Promise.all([anna.isFree(), ben.isFree()]);
}

test('from the tap that answers to the first picture', async ({ task }) => {
  const [anna, ben] = await direct.pair();
  const timesMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await anna.call(ben, true);
    await ben.rings(anna, true);
    const seen = ben.page.evaluate(
      () =>
        new Promise<number>((done) => {
          let tapped = 0;
          document.addEventListener('click', () => (tapped = performance.now()), { capture: true, once: true });
          const look = (): void => {
            const video = document.querySelector<HTMLVideoElement>('.other');
            if (video) video.requestVideoFrameCallback(() => done(performance.now() - tapped));
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await ben.answer();
    timesMs.push(await seen);
    await hangUp(anna, ben);
    await forgetAttempts(direct.service);
  }
  task.meta.figures = [{ what: 'first picture after the answer, through a relay', timesMs }];
});

test('both call at the same moment', async ({ task }) => {
  const [anna, ben] = await direct.pair();
  const timesMs: number[] = [];
  for (let run = 0; run < GLARE_RUNS; run += 1) {
    await Promise.all([anna.prepare(ben), ben.prepare(anna)]);
    const begin = performance.now();
    // The later tap answers the call of the earlier tap.
    await Promise.all([anna, ben].map((one) => one.dialog.locator('[type=submit]').click()));
    await Promise.all([anna.sees('call.good'), ben.sees('call.good')]);
    timesMs.push(performance.now() - begin);
    await hangUp(anna, ben);
    await forgetAttempts(direct.service);
  }
  const traces = await direct.service
    .brand('amber')
    .db.selectFrom('message')
    .select('call')
    .where('call', 'is not', null)
    .execute();
  const glare = traces.filter(({ call }) => !call!.video);
  expect(glare.map(({ call }) => call!.end)).toEqual(Array(GLARE_RUNS).fill('answered'));
  task.meta.figures = [{ what: 'both tap at once, until both hear each other', timesMs }];
});

test('the network is away for five seconds', async ({ task }) => {
  const way = await startNetwork(cut.service.port);
  const [anna, ben] = await cut.pair({ port: way.port }, { port: way.port });
  const heard: number[] = [];
  const seen: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await anna.connect(ben);
    await anna.button('call.camera').click();
    await ben.watches();
    for (const network of [way, relayWay]) network.cut();
    await sleep(LOSS_MS);
    const before = await Promise.all([anna.received('audio'), ben.received('audio'), ben.frames()]);
    for (const network of [way, relayWay]) network.mend();
    const begin = performance.now();
    const grows = (count: () => Promise<number>, from: number) =>
      vi.waitUntil(async () => (await count()) > from, { timeout: 30_000, interval: 50 });
    const hears = async (one: Caller, from: number): Promise<void> => {
      await grows(() => one.received('audio'), from + 200);
      await one.sees('call.good');
    };
    await Promise.all([
      Promise.all([hears(anna, before[0]), hears(ben, before[1])]).then(() => heard.push(performance.now() - begin)),
      grows(() => ben.frames(), before[2]).then(() => seen.push(performance.now() - begin)),
    ]);
    await hangUp(anna, ben);
    await forgetAttempts(cut.service);
  }
  way.close();
  task.meta.figures = [
    { what: 'hearing each other again after a network that was away for 5 s', timesMs: heard },
    { what: 'seeing the other one again after it', timesMs: seen },
  ];
});
