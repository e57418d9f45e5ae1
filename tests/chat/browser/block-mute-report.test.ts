import { afterAll, beforeAll, expect } from 'vitest';

import { arrive, failOnErrors, type PageUser, SCREEN } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { editions, wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { acceptConversations, enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const room = 'en.music';
const service = testService(anyDatabase);
const browser = suiteBrowser();
let anna: PageUser;
let boris: PageUser;
/** A user who receives Clara's message has received all messages before it. */
let clara: TestUser;

beforeAll(async () => {
  if (!programs.chromium) return;
  [anna, boris] = await Promise.all([
    arrive(browser(), service, { host: 'onyx.example' }),
    arrive(browser(), service, { host: 'en.onyx.example' }),
  ]);
  clara = await enterChat((await service.addUser({}, 'onyx.example')).visitor);
  await clara.ask('enter', { room });
  await meet();
});

afterAll(async () => {
  clara?.socket.disconnect();
});
failOnErrors(() => [anna, boris]);

const meet = async (): Promise<void> => {
  for (const one of [anna, boris]) await one.enter(one.topic('music'));
};

test('a report carries the messages that its reporter saw', async () => {
  await boris.say('Something bad');
  await anna.more('Something bad');
  await anna.button('chat.report').click();
  const dialog = anna.page.getByRole('dialog', { name: anna.words('report.title', { name: boris.name }) });
  await dialog.getByRole('button', { name: anna.words('report.send') }).click();
  await dialog.getByText(anna.words('chat.choose')).waitFor();
  expect(
    await dialog
      .getByRole('radio')
      .first()
      .evaluate((radio) => radio === document.activeElement),
  ).toBe(true);
  await dialog.getByLabel(anna.words('report.threat')).check();
  await dialog.getByLabel(anna.words('report.note')).fill('Look at this');
  await dialog.getByRole('button', { name: anna.words('report.send') }).click();
  await anna.page.getByText(anna.words('report.thanks')).waitFor();
  const { db } = service.brand('onyx');
  const reports = await db.selectFrom('report').selectAll().execute();
  expect(reports.map(({ reason, note }) => [reason, note])).toEqual([['threat', 'Look at this']]);
  expect(reports[0]!.shown).toMatchObject([{ text: 'Something bad', name: boris.name }]);
});

test('quick exit and close stand beside each other in a dialog on a phone, in each language', async () => {
  await boris.say('Something else');
  await anna.more('Something else');
  await anna.button('chat.report').click();
  const buttons = anna.page.getByRole('dialog').locator('.head button');
  await buttons.first().waitFor();
  await anna.page.setViewportSize({ width: 360, height: 640 });
  for (const lang of new Set(editions.map((edition) => edition.lang))) {
    const areInARow = await buttons.evaluateAll((found, exit) => {
      found[0]!.textContent = exit;
      const [first, last] = found.map((button) => button.getBoundingClientRect());
      return first!.top < last!.bottom && last!.top < first!.bottom;
    }, wordsOf(lang)('chat.exit'));
    expect(areInARow, lang).toBe(true);
  }
  await anna.page.setViewportSize(SCREEN.viewport);
  await anna.page.keyboard.press('Escape');
});

test('messages of a muted user are hidden until the mute ends', async () => {
  await boris.say('Something loud');
  await anna.more('Something loud');
  await anna.button('chat.mute').click();
  await anna.page.getByText(anna.words('chat.muted', { name: boris.name })).waitFor();
  await boris.say('Does nobody hear me?');
  await boris.said('Does nobody hear me?').waitFor();
  await clara.say(room, 'I do');
  await anna.said('I do').waitFor();
  expect(await anna.texts()).toEqual(['I do']);
  await anna.button('chat.account').click();
  const unmute = anna.page.getByRole('button', { name: `${anna.words('chat.unmute')}: ${boris.name}` });
  await unmute.press('Enter');
  await unmute.waitFor({ state: 'detached' });
  await expect.poll(() => anna.page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await anna.enter(anna.topic('music'));
  await anna.said('Does nobody hear me?').waitFor();
});

test('a block keeps all messages of two users apart, and both see the state', async () => {
  await boris.say('Something rude');
  await anna.more('Something rude');
  await anna.button('chat.converse').click();
  await anna.isIn(anna.inLobby(boris.name));
  await acceptConversations(service.brand('onyx'));
  await anna.say('Between us');
  await boris.inLobby(anna.name).waitFor();
  await anna.enter(anna.topic('music'));
  await anna.more('Something rude');
  await anna.button('chat.block').click();
  await anna.page
    .getByRole('dialog')
    .getByRole('button', { name: anna.words('chat.block'), exact: true })
    .click();
  await expect.poll(() => anna.said('Something rude').count()).toBe(0);
  await anna.say('Boris must not read this');
  await boris.say('Nor Anna this');
  await boris.said('Nor Anna this').waitFor();
  await clara.say(room, 'But both this');
  for (const one of [anna, boris]) await one.said('But both this').waitFor();
  expect(await anna.texts()).not.toContain('Nor Anna this');
  expect(await boris.texts()).not.toContain('Boris must not read this');

  await anna.enter(anna.inLobby(boris.name));
  await anna.page.getByText(anna.words('chat.blocked', { name: boris.name })).waitFor();
  await boris.enter(boris.inLobby(anna.name));
  await boris.say('Why?');
  await boris.page.getByText(boris.words('chatErrors.blocked')).waitFor();
  await anna.button('chat.unblock').click();
  await boris.button('chat.again').click();
  await anna.said('Why?').waitFor();
});
