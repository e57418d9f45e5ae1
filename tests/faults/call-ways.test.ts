import { sql } from 'kysely';
import { expect } from 'vitest';

import { RING_MS } from '../../src/contract/call-protocol.ts';
import { arriveWithDevices, Caller, callScene, meet } from '../support/browser/call-page.ts';
import { Somebody } from '../support/browser/chat-page.ts';
import { testWith } from '../support/programs.ts';
import { startTestService } from '../support/service/test-service.ts';

const test = testWith('coturn');
const scene = callScene();

test('whoever declines is not told why twice, and the caller is told and may call again', async () => {
  const [anna, ben] = await scene.pair();
  await anna.call(ben);
  await ben.rings(anna);
  expect(await ben.page.title()).toBe(ben.who.words('call.incoming', { name: anna.name }));
  await ben.button('call.decline').click();
  await anna.sees('call.over.declined', { name: ben.name });
  await ben.dialog.waitFor({ state: 'detached' });
  expect(await ben.page.title()).not.toContain(anna.name);
  await Promise.all([anna.isFree(), ben.isFree()]);
  await expect
    .poll(() => ben.traces())
    .toEqual([`${ben.who.words('call.voiceIn', { name: anna.name })} ${ben.who.words('call.declinedIn')}`]);
  await expect
    .poll(() => anna.traces())
    .toEqual([`${anna.who.words('call.voiceOut')} ${anna.who.words('call.declinedOut')}`]);
  await anna.page
    .locator('.call')
    .getByRole('button', { name: anna.who.words('call.again') })
    .click();
  await anna.button('call.start').click();
  await ben.rings(anna);
  await ben.answer();
  await Promise.all([anna.talks(), ben.talks()]);
});

test('whoever gives up while it rings leaves a missed call', async () => {
  const [anna, ben] = await scene.pair();
  await anna.call(ben, true);
  await ben.rings(anna, true);
  await anna.button('call.hangUp').click();
  await ben.sees('call.over.missed', { name: anna.name });
  await Promise.all([anna.isFree(), ben.isFree()]);
  await expect
    .poll(() => ben.traces())
    .toEqual([`${ben.who.words('call.videoIn', { name: anna.name })} ${ben.who.words('call.missedIn')}`]);
});

test('whoever does not answer is not waited for without end', async () => {
  const [anna, ben] = await scene.pair();
  await anna.call(ben);
  await ben.rings(anna);
  const startedAt = sql<Date>`now() - make_interval(secs => ${sql.lit(RING_MS / 1000)})`;
  await scene.service.brand('velvet').db.updateTable('call').set({ startedAt }).execute();
  await anna.sees('call.over.noAnswer', { name: ben.name });
  await ben.sees('call.over.missed', { name: anna.name });
  await Promise.all([anna.isFree(), ben.isFree()]);
});

test('whoever is in a call is busy, and may call nobody else', async () => {
  const [[anna, ben], clara] = [await scene.pair(), await scene.arrive()];
  await meet(clara, ben);
  await ben.who.enter(ben.who.inLobby(anna.name));
  await anna.connect(ben);
  await clara.prepare(ben);
  await clara.button('call.start').click();
  await clara.dialog.getByText(clara.who.words('chatErrors.busy')).waitFor();
  await clara.isFree();
  await ben.who.enter(ben.who.inLobby(clara.name));
  await expect
    .poll(() => ben.traces())
    .toEqual([`${ben.who.words('call.voiceIn', { name: clara.name })} ${ben.who.words('call.busyIn')}`]);
  await ben.button('call.call', { name: clara.name }).click();
  await ben.page.getByText(ben.who.words('chatErrors.busy')).waitFor();
  await Promise.all([anna.hears(), ben.hears()]);
});

test('where both call at once, it is one call', async () => {
  const [anna, ben] = await scene.pair();
  await Promise.all([anna.prepare(ben), ben.prepare(anna)]);
  // Whoever is a moment later answers with the same tap.
  await Promise.all([anna, ben].map((one) => one.dialog.locator('[type=submit]').click()));
  await Promise.all([anna.talks(), ben.talks()]);
  await anna.button('call.hangUp').click();
  await ben.sees('call.over.ended');
  for (const one of [anna, ben]) await expect.poll(async () => (await one.traces()).length).toBe(1);
});

test('one answers on one device, and the others stop', async () => {
  const [anna, ben] = await scene.pair();
  const page = await ben.page.context().newPage();
  const second = new Caller(new Somebody(page, ben.name, ben.who.visitor, 'en', ben.who.address));
  await page.goto(ben.who.address);
  await second.who.topic('lounge').waitFor();
  await anna.call(ben);
  await Promise.all([ben.rings(anna), second.rings(anna)]);
  await second.answer();
  await ben.sees('call.over.elsewhere');
  await Promise.all([anna.talks(), second.talks()]);
  await ben.isFree();
  // Not from the device that is no part of it.
  await ben.page
    .locator('.call')
    .getByRole('button', { name: ben.who.words('chat.close') })
    .click();
  await second.hears();
});

test('whoever is not known yet is not rung, and a block ends a call at once', async () => {
  const [anna, ben] = await scene.pair();
  const clara = await scene.arrive();
  await clara.who.enter(clara.who.topic('lounge'));
  await anna.who.enter(anna.who.topic('lounge'));
  const list = anna.page.getByRole('complementary', { name: anna.who.words('chat.people') });
  await list.getByText(clara.name).click();
  await list.getByRole('button', { name: anna.who.words('chat.converse') }).click();
  await anna.who.field.waitFor();
  await anna.prepare(clara);
  await anna.button('call.start').click();
  await anna.dialog.getByText(anna.who.words('chatErrors.stranger')).waitFor();
  await anna.page.keyboard.press('Escape');
  await anna.isFree();

  await anna.who.enter(anna.who.inLobby(ben.name));
  await anna.connect(ben);
  await anna.who.moreOfRoom(ben.name);
  await anna.button('chat.block').click();
  await anna.dialog.getByRole('button', { name: anna.who.words('chat.block'), exact: true }).click();
  await Promise.all([anna.sees('call.over.ended'), ben.sees('call.over.ended')]);
  await Promise.all([anna.isFree(), ben.isFree()]);
});

test('without relays one is told that there are no calls here', async () => {
  const service = await startTestService('PGlite');
  try {
    const arrive = () => arriveWithDevices(scene.browser, service);
    const [anna, ben] = await Promise.all([arrive(), arrive()]);
    await meet(anna, ben);
    await anna.prepare(ben);
    await anna.button('call.start').click();
    await anna.dialog.getByText(anna.who.words('chatErrors.noCalls')).waitFor();
    await anna.button('chat.cancel').click();
    await anna.isFree();
    for (const one of [anna, ben]) await one.close();
  } finally {
    await service.close();
  }
});
