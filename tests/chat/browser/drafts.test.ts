import { afterEach, beforeEach, expect } from 'vitest';

import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();
let anna: PageUser;
beforeEach(async () => {
  anna = await arrive(browser(), service);
  await anna.enter(anna.topic('lounge'));
});
afterEach(() => anna.page.context().close());
failOnErrors(() => [anna]);

const editing = () => anna.page.getByRole('textbox', { name: anna.words('chat.editing') });
async function editLast(text: string): Promise<void> {
  // An unsent message cannot be edited.
  await anna.said(text).locator('.more').waitFor();
  await anna.field.press('ArrowUp');
  await editing().waitFor();
}

test('a draft and an edit survive another room and a reload, and the lobby shows the draft', async () => {
  await anna.say('Good evening');
  await anna.field.fill('More later');
  await anna.enter(anna.topic('music'));
  const draft = anna.words('chat.draft', { text: 'More later' });
  await anna.topic('lounge').getByText(draft).waitFor();
  await anna.enter(anna.topic('lounge'));
  await expect.poll(() => anna.field.inputValue()).toBe('More later');
  await anna.field.fill('');
  await editLast('Good evening');
  await editing().fill('Good evening to all');
  await anna.enter(anna.topic('music'));
  await anna.enter(anna.topic('lounge'));
  await expect.poll(() => editing().inputValue()).toBe('Good evening to all');
  await anna.page.reload();
  await expect.poll(() => editing().inputValue()).toBe('Good evening to all');
  await editing().press('Enter');
  await anna.said('Good evening to all').waitFor();
  await expect.poll(() => anna.field.inputValue()).toBe('');
});

test('an edit without words asks whether to delete the message', async () => {
  await anna.say('For nobody');
  await editLast('For nobody');
  await editing().fill(' ');
  await editing().press('Enter');
  const toast = anna.page.locator('.toast', { hasText: anna.words('chat.deleteAsk') });
  await toast.getByRole('button', { name: anna.words('chat.delete') }).click();
  await anna.page.getByText(anna.words('chat.deletedNow')).waitFor();
  await anna.field.waitFor();
  await expect.poll(() => anna.said('For nobody').count()).toBe(0);
});

test('an edit ends with its message', async () => {
  await anna.say('Gone soon');
  await editLast('Gone soon');
  const { db } = service.brand('amber');
  const { seq } = await db
    .selectFrom('message')
    .select('seq')
    .where('text', '=', 'Gone soon')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const elsewhere = await enterChat(anna.visitor);
  await elsewhere.ask('delete', { room: 'en.lounge', seq });
  await anna.field.waitFor();
  elsewhere.socket.disconnect();
});

test('a text that is refused as it is can be edited', async () => {
  for (let time = 1; time <= 3; time += 1) await anna.say('The same again');
  await anna.page.getByText(anna.words('chatErrors.repeated')).waitFor();
  expect(await anna.button('chat.again').count()).toBe(0);
  await anna.button('chat.edit').click();
  expect(await anna.field.inputValue()).toBe('The same again');
  await expect.poll(() => anna.kept()).toBe(0);
});
