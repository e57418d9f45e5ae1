import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';

import { type Caller, callScene } from '../support/browser/call-page.ts';
import { type Network, startNetwork } from '../support/browser/network-proxy.ts';
import { testWith } from '../support/programs.ts';

const test = testWith('coturn');
const scene = callScene();
const LONG = { timeout: 60_000 };
const LONGER = { timeout: 300_000 };

const networks: Network[] = [];
afterEach(() => {
  for (const network of networks.splice(0)) network.close();
});
async function startWay(): Promise<Network> {
  const one = await startNetwork(scene.service.port);
  networks.push(one);
  return one;
}

/** The ICE username fragment of the remote peer; each ICE restart changes it. */
const wayOf = async (caller: Caller): Promise<string> =>
  /^a=ice-ufrag:(.*)$/m.exec(await caller.remoteDescription())![1]!;

test('a user who reloads is asked whether to resume the call, and does', async () => {
  const [anna, ben] = await scene.pair();
  await anna.connect(ben);
  for (const one of [anna, ben]) await one.button('call.camera').click();
  await Promise.all([anna.watches(), ben.watches()]);
  for (const [one, other] of [
    [ben, anna],
    [anna, ben],
  ] as const) {
    await one.page.reload();
    await one.sees('call.left', { name: other.name });
    await one.isFree();
    await other.sees('call.reconnecting');
    await one.button('call.goOn').click();
    await Promise.all([one.talks(), other.talks()]);
    // After a reload the camera is off until its user turns it on.
    await one.watches();
    await other.page.locator('.other').waitFor({ state: 'hidden' });
    await one.button('call.camera').click();
    await other.watches();
  }
  await ben.page.reload();
  await ben.button('call.hangUp').click();
  await anna.sees('call.over.ended');
  await Promise.all([anna.isFree(), ben.isFree()]);
});

test('a change of network restarts ICE without a gap in the call, even if both networks change', async () => {
  const [anna, ben] = await scene.pair();
  await anna.connect(ben);
  for (const one of [anna, ben]) await one.button('call.camera').click();
  for (const moved of [[anna], [ben], [anna, ben]]) {
    const before = await Promise.all([wayOf(anna), wayOf(ben)]);
    await Promise.all(moved.map(({ page }) => page.evaluate(() => dispatchEvent(new Event('online')))));
    await expect.poll(async () => (await wayOf(anna)) !== before[0] && (await wayOf(ben)) !== before[1]).toBe(true);
    await Promise.all([anna, ben].map(async (one) => Promise.all([one.talks(), one.watches()])));
  }
});

test('a call continues while the service is away, and changes of that time arrive afterwards', async () => {
  const [way, otherWay] = [await startWay(), await startWay()];
  const [anna, ben] = await scene.pair({ port: way.port }, { port: otherWay.port });
  await anna.connect(ben);
  way.cut();
  await anna.page.getByText(anna.who.words('chat.reconnecting')).waitFor();
  await anna.button('call.camera').click();
  await Promise.all([anna.hears(), ben.hears()]);
  await anna.sees('call.good');
  way.mend();
  await ben.watches();
  otherWay.cut();
  await ben.page.getByText(ben.who.words('chat.reconnecting')).waitFor();
  await anna.button('call.camera').click();
  await anna.button('call.camera').click();
  await ben.button('call.camera').click();
  otherWay.mend();
  await Promise.all([anna.watches(), ben.watches()]);
  // A user who hangs up offline leaves the call at once; the other user leaves it when the service hears of it.
  way.cut();
  await anna.page.getByText(anna.who.words('chat.reconnecting')).waitFor();
  await anna.button('call.hangUp').click();
  await anna.isFree();
  way.mend();
  await ben.sees('call.over.ended');
  expect(await anna.page.locator('.call').count()).toBe(0);
});

test('both users reconnect after the relay restarts', { timeout: 120_000 }, async () => {
  const [anna, ben] = await scene.pair();
  await anna.connect(ben);
  await scene.coturn.kill();
  for (const one of [anna, ben])
    await one.page.getByText(one.who.words('call.reconnecting'), { exact: true }).waitFor();
  await scene.coturn.restart();
  for (const one of [anna, ben])
    await one.page.locator('.call').getByText(one.who.words('call.good'), { exact: true }).waitFor();
  await Promise.all([anna.hears(), ben.hears()]);
});

test('the call ends with a reason if the relay does not return', { timeout: 120_000 }, async () => {
  const [anna, ben] = await scene.pair();
  await anna.connect(ben);
  await scene.coturn.kill();
  const reasons = ['call.over.lost', 'call.over.ended'].map((key) => anna.who.words(key));
  for (const one of [anna, ben]) {
    const said = one.page.locator('.call output');
    await expect.poll(() => said.textContent(), LONG).toMatch(new RegExp(`^(${reasons.join('|')})$`));
    await one.isFree();
  }
  await anna.page
    .locator('.call')
    .getByRole('button', { name: anna.who.words('chat.close') })
    .click();

  // A new call without a relay fails as well.
  await anna.call(ben);
  await ben.rings(anna);
  await ben.answer();
  for (const one of [anna, ben]) {
    await one.page
      .locator('.call')
      .getByText(one.who.words('call.over.failed'), { exact: true })
      .waitFor({ timeout: 40_000 });
    await one.isFree();
  }
  await expect
    .poll(async () => (await anna.traces())[0])
    .toBe(`${anna.who.words('call.voiceOut')} ${anna.who.words('call.failedOut')}`);
  await scene.coturn.restart();
});

describe('on a connection whose bandwidth decreases', () => {
  const speed = { kilobitsPerSecond: 20_000, roundTripMs: 20 };
  let line: Network;
  beforeAll(async () => {
    line = await startNetwork(0, speed);
  });
  afterAll(() => line.close());
  const narrow = callScene(({ port }) => {
    line.to = port;
    return [`turn:127.0.0.1:${line.port}?transport=tcp`];
  });

  test('video loses resolution, then frames, and stops before it freezes, while audio goes on', LONGER, async () => {
    const [anna, ben] = await narrow.pair();
    await anna.connect(ben);
    await anna.button('call.camera').click();
    await ben.watches();
    const seen: string[] = [];
    /** Records each new setting of the video encoder. @returns its downscaling factor and its maximum frame rate */
    const asked = async (): Promise<number[]> => {
      const [scale = 0, frames = 0] = await anna.page.evaluate(() => {
        const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
        const sender = connections[0]!.getSenders().find(({ track }) => track?.kind === 'video');
        const [encoding] = sender?.getParameters().encodings ?? [];
        return encoding ? [encoding.scaleResolutionDownBy, encoding.maxFramerate] : [];
      });
      const now = `${scale}/${frames}`;
      if (!seen.includes(now)) seen.push(now);
      return [scale, frames];
    };
    const fallsTo = async (kilobitsPerSecond: number, is: (scale: number, frames: number) => boolean) => {
      speed.kilobitsPerSecond = kilobitsPerSecond;
      await expect.poll(async () => is(...((await asked()) as [number, number])), LONG).toBe(true);
    };
    await fallsTo(600, (scale) => scale > 1);
    const height = async () =>
      (await anna.stats()).find(({ type, kind }) => type === 'outbound-rtp' && kind === 'video')!.frameHeight;
    await expect.poll(height, LONG).toBeLessThan(480);
    await ben.watches();
    await fallsTo(150, (_, frames) => frames < 30);
    await fallsTo(100, (scale) => scale === 0);
    expect(seen).toEqual(['1/30', '1.5/30', '2/30', '4/30', '4/15', '4/7', '0/0']);
    await anna.sees('call.paused');
    await ben.page.locator('.other').waitFor({ state: 'hidden' });
    await Promise.all([anna.hears(), ben.hears()]);
    speed.kilobitsPerSecond = 20_000;
    await ben.page.locator('.other').waitFor(LONG);
    await ben.watches();
  });
});
