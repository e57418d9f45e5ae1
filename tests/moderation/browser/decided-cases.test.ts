import { randomUUID } from 'node:crypto';

import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { addReport, clickTab, openModeration, queueOf, titled, words } from '../../support/browser/moderation-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import {
  addCase,
  addFormCase,
  decisionWith,
  ok,
  sendAppeal,
  spamRule,
} from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();
const brand = () => service.brand('amber');
/** The moderator who decides. */
let other: TestModerator;
let lead: TestModerator;
/** The page of the lead. */
let page: Page;

beforeAll(async () => {
  if (!programs.chromium) return;
  [lead, other] = [await addModerator(service, 'lead'), await addModerator(service)];
  page = await openModeration(browser(), service, lead.visitor);
});
beforeEach(async () => {
  await brand().db.updateTable('moderationCase').set({ decidedAt: new Date() }).execute();
});

const button = (key: string, within: Page | Locator = page): Locator =>
  within.getByRole('button', { name: words(key), exact: true });
const act = (name: string): Locator => page.getByRole('radio', { name: words(`moderation.act.${name}`) });
const entryWith = (text: string, on = page): Locator => on.locator('.entries > li', { hasText: text });
const caseLink = (entry: Locator): Locator => entry.getByRole('link', { name: words('moderation.case'), exact: true });

/** Opens the first case of the queue by a click. */
async function openCase(): Promise<void> {
  await clickTab(page, 'rooms');
  await clickTab(page, 'open');
  await queueOf(page).first().click();
  await titled(page, 'moderation.case').waitFor();
}

/** Expects the open case to be decided: it has reports, and neither claim nor forms of an open case. */
async function expectDecided(on: Page, text: string): Promise<void> {
  await titled(on, 'moderation.case').waitFor();
  await button('moderation.showText', on).click();
  await on.locator('.messages .text', { hasText: text }).waitFor();
  await on.getByText(words('moderationErrors.decided')).waitFor();
  expect(await on.getByRole('radio').count()).toBe(0);
  expect(await on.getByRole('checkbox').count()).toBe(0);
  expect(await on.locator('.claim').count()).toBe(0);
  expect(await on.getByRole('combobox').count()).toBe(0);
  expect([...(await faultsOf(on)), ...(await tooWideIn(on))]).toEqual([]);
}

test('appeals and decisions lead to their case, where a moderator sets a hold and a lead ends it', async () => {
  const { case: id, visitor, nickname } = await addReport(service, 'Hello, buy now');
  const { decision } = await ok(other, 'decide', {
    case: id,
    ...decisionWith({ act: 'warn', facts: 'Of the appealed case.' }),
  });
  await sendAppeal(visitor, decision, 'It was a joke.');

  const moderator = await openModeration(browser(), service, other.visitor);
  await clickTab(moderator, 'done');
  await caseLink(entryWith('Of the appealed case.', moderator)).click();
  await expectDecided(moderator, 'Hello, buy now');
  const holdOn = (on: Page) => on.locator('details', { hasText: words('moderation.hold') });
  await holdOn(moderator).locator('summary').click();
  await holdOn(moderator).getByRole('textbox').fill('The police asked for it.');
  await button('moderation.setHold', moderator).click();
  await moderator.getByText(words('moderation.holdOn')).waitFor();
  expect(await button('moderation.endHold', moderator).count()).toBe(0);
  await moderator.keyboard.press('Escape');
  await titled(moderator, 'moderation.tab.done').waitFor();
  await moderator.context().close();

  await page.reload();
  await clickTab(page, 'appeals');
  expect(await faultsOf(page)).toEqual([]);
  await caseLink(entryWith('It was a joke.')).click();
  await expectDecided(page, 'Hello, buy now');
  await button('moderation.showNames').click();
  await page
    .getByText(`${nickname} (${words('moderation.reported')})`)
    .first()
    .waitFor();
  await page.getByText('The police asked for it.').waitFor();
  await holdOn(page).getByRole('textbox').first().fill('They have everything now.');
  await button('moderation.endHold').click();
  await page.getByText(words('moderation.holdOff')).waitFor();
  await button('moderation.back').click();
  await titled(page, 'moderation.tab.appeals').waitFor();
});

test('an entry about a message of a word list has its text, and no case', async () => {
  const sender = await idOf(brand(), (await service.addUser()).person);
  const held = await brand()
    .db.insertInto('heldMessage')
    .values({ sender, clientId: randomUUID(), room: 'en.lounge', text: 'A dubious offer', words: ['dubious'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ok(other, 'refuseMessage', { id: held.id, rule: spamRule.rule, facts: 'It offers goods.' });
  await clickTab(page, 'done');
  const entry = entryWith('A dubious offer');
  const text = entry.getByText('A dubious offer');
  expect(await text.isVisible()).toBe(false);
  await entry.getByText(words('moderation.removedMessages'), { exact: true }).click();
  await text.waitFor();
  expect(await caseLink(entry).count()).toBe(0);
  expect([...(await faultsOf(page)), ...(await tooWideIn(page))]).toEqual([]);
});

test('a case of an unknown person can be dismissed, and nothing else', async () => {
  await addFormCase(brand(), 'spam');
  await openCase();
  await act('dismiss').waitFor();
  expect(await page.getByRole('radio').count()).toBe(1);
  expect(await page.getByText(words('moderation.noAccount')).count()).toBe(0);
  expect(await button('moderation.showNames').count()).toBe(0);
  expect(await page.getByRole('textbox', { name: words('moderation.facts') }).isVisible()).toBe(false);
  await page.keyboard.press('w');
  await page.keyboard.press('p');
  await button('moderation.keys').click();
  const keys = page.getByRole('dialog', { name: words('moderation.keys') });
  await keys.getByText(words('moderation.act.dismiss')).waitFor();
  for (const key of ['act.warn', 'act.ban', 'showNames'])
    expect(await keys.getByText(words(`moderation.${key}`), { exact: true }).count(), key).toBe(0);
  await button('moderation.close', keys).click();
  expect([...(await faultsOf(page)), ...(await tooWideIn(page))]).toEqual([]);

  const { person } = await service.addUser();
  await page.getByRole('textbox', { name: words('moderation.identify') }).fill(person.nickname);
  await button('moderation.save').first().click();
  await act('ban').waitFor();
  await button('moderation.showNames').waitFor();

  await addFormCase(brand(), 'threat');
  await openCase();
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await titled(page, 'moderation.tab.open').waitFor();
  expect(await queueOf(page).count()).toBe(1);
});

test('a case without a message to remove does not offer that', async () => {
  const { person } = await service.addUser();
  await addCase(brand(), undefined, { id: await idOf(brand(), person), name: person.nickname });
  await openCase();
  await act('warn').waitFor();
  expect(await act('remove').count()).toBe(0);
  await page.keyboard.press('r');
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await brand().db.updateTable('moderationCase').set({ decidedAt: new Date() }).execute();
  await addReport(service, 'Hello');
  await openCase();
  await page.keyboard.press('r');
  expect(await act('remove').isChecked()).toBe(true);
});
