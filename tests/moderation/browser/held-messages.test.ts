import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { clickTab, openModeration, words } from '../../support/browser/moderation-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { enterChat, receiveAll, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { siteWithWords } from '../../support/service/chat/site-with-words.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const ROOM = 'en.lounge';

const service = testService(anyDatabase, {}, siteWithWords);
const browser = suiteBrowser();
/** The page of a moderator. */
let page: Page;
/** The sender of the messages. */
let anna: PageUser;
/** A person in the same room. */
let ben: TestUser;

beforeAll(async () => {
  if (!programs.chromium) return;
  const moderator = await addModerator(service);
  [page, anna] = await Promise.all([openModeration(browser(), service, moderator.visitor), arrive(browser(), service)]);
  ben = await enterChat((await service.addUser()).visitor);
  await ben.ask('enter', { room: ROOM });
  await anna.enter(anna.topic('lounge'));
  await anna.field.waitFor();
});
afterAll(() => void ben?.socket.disconnect());
failOnErrors(() => [anna]);

const stateOf = (text: string, key: string): Locator => anna.said(text).getByText(words(key));
const entryOf = (text: string): Locator => page.locator('.entries > li', { hasText: text });

/** Anna writes a message that is held, and sees that it waits. */
async function say(text: string): Promise<void> {
  await anna.say(text);
  await stateOf(text, 'chatErrors.held').waitFor();
  await receiveAll(ben);
  expect(ben.heard(ROOM)).not.toContain(text);
}

/** A moderator opens the list of held messages, reads one and decides. */
async function decide(text: string, release: boolean): Promise<void> {
  await page.reload();
  await clickTab(page, 'held');
  expect(await entryOf(text).locator('.text').first().getAttribute('aria-hidden')).toBe('true');
  await entryOf(text)
    .getByText(words('moderation.due', { when: 'in 24 hours' }))
    .waitFor();
  await page.getByRole('button', { name: words('moderation.showText') }).click();
  expect(await entryOf(text).locator('.text').first().getAttribute('aria-hidden')).toBe(null);
  expect([...(await faultsOf(page)), ...(await tooWideIn(page))], 'held').toEqual([]);
  const entry = entryOf(text);
  if (release) await entry.getByRole('button', { name: words('moderation.release') }).click();
  else await refuse(entry);
  await page
    .getByRole('status')
    .getByText(words(`moderation.${release ? 'released' : 'refused'}`))
    .waitFor();
  expect(await entryOf(text).count()).toBe(0);
}

async function refuse(entry: Locator): Promise<void> {
  await entry.locator('summary').click();
  // Without a rule and facts nothing is sent.
  await entry.getByRole('button', { name: words('moderation.refuse') }).click();
  const rule = entry.getByRole('combobox', { name: words('moderation.rule') });
  expect(await rule.evaluate((select: HTMLSelectElement) => select.validity.valueMissing)).toBe(true);
  await rule.selectOption({ index: 1 });
  await entry.getByRole('textbox', { name: words('moderation.facts') }).fill('It hurts people.');
  expect(await faultsOf(page), 'refusal').toEqual([]);
  await entry.getByRole('button', { name: words('moderation.refuse') }).click();
}

test('a held message shows its state to its sender, and appears to all once it is released', async () => {
  await say('A dubious offer');
  expect(await faultsOf(anna.page), 'held').toEqual([]);
  await anna.page.reload();
  await stateOf('A dubious offer', 'chatErrors.held').waitFor();
  await decide('A dubious offer', true);
  await stateOf('A dubious offer', 'chatErrors.held').waitFor({ state: 'detached' });
  expect(await anna.said('A dubious offer').count()).toBe(1);
  await receiveAll(ben);
  expect(ben.heard(ROOM)).toEqual(['A dubious offer']);
});

test('a refused message says so to its sender, who reads the decision, and can be discarded', async () => {
  await say('A dubious joke');
  await decide('A dubious joke', false);
  const notice = anna.page.getByRole('dialog', { name: words('decisions.title') });
  await notice.getByText('A dubious joke').waitFor();
  expect(await faultsOf(anna.page), 'notice').toEqual([]);
  await notice.getByRole('button', { name: words('decisions.read') }).click();
  await notice.waitFor({ state: 'detached' });
  await stateOf('A dubious joke', 'chatErrors.words').waitFor();
  expect(await stateOf('A dubious joke', 'chatErrors.held').count()).toBe(0);
  expect(await faultsOf(anna.page), 'refused').toEqual([]);
  await anna
    .said('A dubious joke')
    .getByRole('button', { name: words('chat.discard') })
    .click();
  await anna.said('A dubious joke').waitFor({ state: 'detached' });
  await receiveAll(ben);
  expect(ben.heard(ROOM)).not.toContain('A dubious joke');
});

test('an undone refusal sends the message', async () => {
  await say('A dubious song');
  await decide('A dubious song', false);
  const notice = anna.page.getByRole('dialog', { name: words('decisions.title') });
  await notice.getByRole('button', { name: words('decisions.read') }).click();
  await notice.waitFor({ state: 'detached' });
  await clickTab(page, 'done');
  const entry = page.locator('.entries > li').first();
  await entry.getByText(words('moderation.undo'), { exact: true }).first().click();
  await entry.getByRole('textbox').fill('It is a song.');
  await entry.getByRole('button', { name: words('moderation.undo') }).click();
  await notice.getByText('It is a song.').waitFor();
  await notice.getByRole('button', { name: words('decisions.read') }).click();
  await notice.waitFor({ state: 'detached' });
  await anna.said('A dubious song').waitFor();
  await anna.said('A dubious song').locator('.unsent').waitFor({ state: 'detached' });
  await receiveAll(ben);
  expect(ben.heard(ROOM)).toContain('A dubious song');
});

test('a late answer leaves the focus in the form that the moderator has gone on to', async () => {
  for (const text of ['A dubious bargain', 'A dubious deal']) await say(text);
  await page.reload();
  await clickTab(page, 'held');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/releaseMessage?*', async (route) => {
    await released;
    await route.continue();
  });
  const [first, second] = [entryOf('A dubious bargain'), entryOf('A dubious deal')];
  await first.locator('[data-item]').focus();
  await page.keyboard.press('r');
  await second.locator('summary').click();
  const facts = second.getByRole('textbox', { name: words('moderation.facts') });
  await facts.fill('It hurts');
  release();
  await first.waitFor({ state: 'detached' });
  await page.keyboard.type(' readers');
  expect(await facts.inputValue()).toBe('It hurts readers');
});
