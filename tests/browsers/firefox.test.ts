// Firefox shows and runs the site as Chromium does, with notifications and a call to Chromium.
import { expect } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { routes } from '../../src/site/editions/routes.ts';
import { arriveWithDevices } from '../support/browser/call-page.ts';
import { browserSuite, secure } from '../support/other-browsers/browser-suite.ts';
import { smokeTests } from '../support/other-browsers/smoke.ts';
import { programs, testWith } from '../support/programs.ts';
import { acquaint } from '../support/service/calls/call-steps.ts';
import { befriend, enterChat } from '../support/service/chat/chat-test-user.ts';

const scene = browserSuite('Firefox');

smokeTests('firefox', scene);

// The driver of WebKitGTK grants no permissions, and its browser asks for this one beside the page.
testWith('firefox')(
  'notifications of private messages are shown by the worker, which the quick exit removes',
  async () => {
    const { visitor, person } = await scene.service.addUser();
    const visit = await scene.visit();
    const { page, words } = visit;
    const ben = await enterChat((await scene.service.addUser()).visitor);
    const anna = await enterChat(visitor);
    const room = await befriend(ben, anna.me.id, scene.service.brand('amber'));
    anna.socket.disconnect();
    await page.goto(secure(routes[forms.login.route].path));
    await visit.submit('login', { email: person.email, password: person.password });
    await visit.press('chat.account');
    await visit.click('label', words('alerts.notifications'));
    await visit.click('label', words('alerts.names'));
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    await ben.say(room, 'A secret');
    const shown = () =>
      page.evaluate(async () => {
        const [worker] = await navigator.serviceWorker.getRegistrations();
        return ((await worker?.getNotifications()) ?? []).map(({ title, body }) => title + body);
      });
    await expect.poll(shown).toEqual([words('alerts.messageFrom', { name: ben.me.name })]);
    ben.socket.disconnect();
    expect(page.errors()).toEqual([]);
    // The script of this page knows nothing of the worker.
    await page.goto(secure(routes.restore.path));
    await visit.click('.exit');
    await expect.poll(() => page.evaluate(() => location.href).catch(() => '')).toBe('about:blank');
    await page.goto(secure(routes.contacts.path));
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(workers).toBe(0);
  },
);

testWith(programs.coturn ? 'firefox' : 'coturn')('a video call connects Firefox and Chromium', async () => {
  const { visitor, person } = await scene.service.addUser();
  const visit = await scene.visit();
  const ben = await arriveWithDevices(scene.chromium, scene.service);
  const users = [await enterChat(visitor), await enterChat(ben.who.visitor)] as const;
  await acquaint(...users);
  for (const { socket } of users) socket.disconnect();
  await visit.page.goto(secure(routes[forms.login.route].path));
  await visit.submit('login', { email: person.email, password: person.password });
  await visit.click('nav button', ben.name);

  await visit.press('call.call', { name: ben.name });
  await visit.click('dialog[open] label', visit.words('call.video'));
  await visit.sees('dialog[open] video');
  await visit.click('dialog[open] button', visit.words('call.start'));
  await ben.page.getByRole('alertdialog').waitFor();
  await ben.answer();
  const textOfCall = () => visit.page.evaluate(() => document.querySelector('.call')?.textContent);
  await Promise.all([ben.talks(), expect.poll(textOfCall).toContain(visit.words('call.good'))]);
  await ben.watches();
  await ben.button('call.camera').click();
  /** Firefox knows the size of a video once it has decoded a picture. */
  const width = () => visit.page.evaluate(() => document.querySelector<HTMLVideoElement>('.call .other')?.videoWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await visit.press('call.hangUp');
  // The panel of the end waits in the conversation, which Ben has not opened.
  await ben.page.locator('.toast').getByText(ben.who.words('call.over.ended'), { exact: true }).waitFor();
  await ben.who.enter(ben.who.inLobby(person.nickname));
  await ben.sees('call.over.ended');
  await ben.isFree();
  expect([...visit.page.errors(), ...ben.who.wrong]).toEqual([]);
  await ben.close();
});
