import { sql } from 'kysely';
import { expect } from 'vitest';

import { RING_MS } from '../../src/contract/chat/call-protocol.ts';
import { arriveWithDevices, callScene, meet } from '../support/browser/call-page.ts';
import { testWith } from '../support/programs.ts';
import { enterChat, REQUEST_POLL } from '../support/service/chat/chat-test-user.ts';
import { startTestService } from '../support/service/test-service.ts';

const test = testWith('coturn');
const scene = callScene();

test('a callee who declines sees no end notice; the caller sees it and may call again', async () => {
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

test('a caller who hangs up during ringing leaves a missed call', async () => {
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

test('a call that is not answered ends for both users', async () => {
  const [anna, ben] = await scene.pair();
  await anna.call(ben);
  await ben.rings(anna);
  const startedAt = sql<Date>`now() - make_interval(secs => ${sql.lit(RING_MS / 1000)})`;
  await scene.service.brand('amber').db.updateTable('call').set({ startedAt }).execute();
  await anna.sees('call.over.noAnswer', { name: ben.name });
  await ben.sees('call.over.missed', { name: anna.name });
  await Promise.all([anna.isFree(), ben.isFree()]);
});

test('a user in a call is busy, and cannot call other users', async () => {
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

test('two users who call each other at once are in a single call', async () => {
  const [anna, ben] = await scene.pair();
  await Promise.all([anna.prepare(ben), ben.prepare(anna)]);
  // The later tap answers the call of the earlier tap.
  await Promise.all([anna, ben].map((one) => one.dialog.locator('[type=submit]').click()));
  await Promise.all([anna.talks(), ben.talks()]);
  await anna.button('call.hangUp').click();
  await ben.sees('call.over.ended');
  for (const one of [anna, ben]) await expect.poll(async () => (await one.traces()).length).toBe(1);
});

test('a call that is answered on a device stops ringing on the other devices', async () => {
  const [anna, ben] = await scene.pair();
  const second = await scene.onAnotherDevice(ben);
  await anna.call(ben);
  await Promise.all([ben.rings(anna), second.rings(anna)]);
  await second.answer();
  await ben.sees('call.over.elsewhere');
  await Promise.all([anna.talks(), second.talks()]);
  await ben.isFree();
  // Closing the notice on the other device does not end the call.
  await ben.page
    .locator('.call')
    .getByRole('button', { name: ben.who.words('chat.close') })
    .click();
  await second.hears();
});

test('a stranger has no call button until they have written, and a block ends a call at once', async () => {
  const [anna, ben] = await scene.pair();
  const clara = await scene.arrive();
  await clara.who.enter(clara.who.topic('lounge'));
  await anna.who.enter(anna.who.topic('lounge'));
  const list = anna.page.getByRole('complementary', { name: anna.who.words('chat.people') });
  await list.getByText(clara.name).click();
  await list.getByRole('button', { name: anna.who.words('chat.converse') }).click();
  // The lounge has a field, too.
  await anna.who.isIn(anna.who.inLobby(clara.name));
  const call = anna.button('call.call', { name: clara.name });
  expect(await call.count()).toBe(0);
  await anna.who.say('Good evening');
  const elsewhere = await enterChat(clara.who.visitor);
  const requests = async () => (await elsewhere.lobby()).requests;
  await expect.poll(requests, REQUEST_POLL).toHaveLength(1);
  const { room } = (await requests())![0]!;
  await elsewhere.ask('accept', { room });
  await elsewhere.say(room, 'And to you');
  elsewhere.socket.disconnect();
  await anna.prepare(clara);
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

test('without TURN servers there are no call buttons', async () => {
  const service = await startTestService('PGlite');
  try {
    const arrive = () => arriveWithDevices(scene.browser, service);
    const [anna, ben] = await Promise.all([arrive(), arrive()]);
    await meet(anna, ben);
    await anna.button('chat.more', { name: ben.name }).waitFor();
    expect(await anna.button('call.call', { name: ben.name }).count()).toBe(0);
    for (const one of [anna, ben]) await one.close();
  } finally {
    await service.close();
  }
});
