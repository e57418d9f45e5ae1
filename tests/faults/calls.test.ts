import { afterEach, expect } from 'vitest';

import { type Caller, callScene } from '../support/call-page.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { testWith } from '../support/programs.ts';

const test = testWith('coturn');
const scene = callScene();
const LONG = { timeout: 60_000 };

const networks: Network[] = [];
afterEach(() => {
  for (const network of networks.splice(0)) network.close();
});
async function startWay(): Promise<Network> {
  const one = await startNetwork(scene.service.port);
  networks.push(one);
  return one;
}

/** What marks the way that is used now. */
const wayOf = async (caller: Caller): Promise<string> =>
  /^a=ice-ufrag:(.*)$/m.exec(await caller.remoteDescription())![1]!;

test('after a reload one is asked whether to go on, and does', async () => {
  const [anna, ben] = await scene.pair();
  await anna.connect(ben);
  await ben.button('call.camera').click();
  await anna.watches();
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
  }
  await anna.button('call.camera').click();
  await ben.watches();
  await ben.page.reload();
  await ben.button('call.hangUp').click();
  await anna.sees('call.over.ended');
  await Promise.all([anna.isFree(), ben.isFree()]);
});

test('on another network a new way is looked for, while both talk on, even where both change it at once', async () => {
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

test('both talk on while the service is away, and what was changed meanwhile comes through', async () => {
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
  // One who hangs up meanwhile is out of it at once, and the other one as soon as the service hears of it.
  way.cut();
  await anna.page.getByText(anna.who.words('chat.reconnecting')).waitFor();
  await anna.button('call.hangUp').click();
  await anna.isFree();
  way.mend();
  await ben.sees('call.over.ended');
  expect(await anna.page.locator('.call').count()).toBe(0);
});

test('where the relay is started anew, both are connected anew', { timeout: 120_000 }, async () => {
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

test('where the relay does not come back, it is over with a reason', { timeout: 120_000 }, async () => {
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

  // Nor does one begin that cannot be heard.
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
