import { expect } from 'vitest';

import { faultsOf } from '../../support/browser/axe.ts';
import { arrive } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { decisionWith, ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const service = testService(anyDatabase);
const browser = suiteBrowser();

test('a receipt says where the outcome of a report will appear, and there it appears', async () => {
  const moderator = await addModerator(service);
  const [fred, spammer] = [await arrive(browser(), service), await enterChat((await service.addUser()).visitor)];
  const { page, words } = fred;
  await spammer.ask('enter', { room: 'en.music' });
  await spammer.say('en.music', 'Buy this');
  await fred.enter(fred.topic('music'));
  await fred.more('Buy this');
  await fred.button('chat.report').click();
  const dialog = page.getByRole('dialog', { name: words('report.title', { name: spammer.me.name }) });
  await dialog.getByLabel(words('report.spam')).check();
  await dialog.getByRole('button', { name: words('report.send') }).click();
  await page.getByText(words('report.thanks')).waitFor();
  await fred.button('chat.account').click();
  const report = page.getByRole('listitem').filter({ hasText: words('report.spam') });
  await report.getByText(words('decisions.report.waiting')).waitFor();
  const { case: id } = await ok(moderator, 'openCase', { nickname: spammer.me.name });
  await service.brand('amber').db.updateTable('report').set({ case: id }).execute();
  await ok(moderator, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
  await fred.topic('lounge').click();
  await fred.button('chat.account').click();
  const acted = words('decisions.report.acted', { date: '' }).split(':').at(-1)!;
  await report.getByText(acted).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(fred.wrong).toEqual([]);
  spammer.socket.disconnect();
  await page.context().close();
});
