import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { Page } from 'playwright';
import { beforeEach, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import {
  addReport,
  alert,
  clickTab,
  facts,
  openFirst,
  openModeration,
  queueOf,
  titled,
  toTab,
  words,
} from '../../support/browser/moderation-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { decisionWith, ok, sendAppeal } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';

const test = testWith('chromium');

const CASES = 20;
const FACTS = 'Three links to the same page in a minute.';

const service = testService(anyDatabase);
const browser = suiteBrowser();
const brand = () => service.brand('amber');

const open = (visitor: Visitor, width?: number): Promise<Page> => openModeration(browser(), service, visitor, width);

// Each test begins with an empty queue.
beforeEach(async () => {
  await brand().db.updateTable('moderationCase').set({ decidedAt: new Date() }).execute();
});

test('a moderator clears twenty reports by keyboard', async () => {
  const moderator = await addModerator(service);
  for (let index = 0; index < CASES; index += 1) await addReport(service, `Buy now, number ${index}`);
  const page = await open(moderator.visitor);
  await expect.poll(() => queueOf(page).count()).toBe(CASES);
  await page.keyboard.press('j');
  for (let left = CASES; left > 0; left -= 1) {
    // The decision before this has moved the focus to the next case.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-item]'))).toBe(true);
    await page.keyboard.press('Enter');
    await titled(page, 'moderation.case').waitFor();
    const text = page.getByText('Buy now, number');
    expect(await text.getAttribute('aria-hidden')).toBe('true');
    await page.keyboard.press('b');
    expect(await text.getAttribute('aria-hidden')).toBe(null);
    if (left % 2) await page.keyboard.press('d');
    else {
      await page.keyboard.press('w');
      // Letters that are keys elsewhere are text here.
      await page.keyboard.type(FACTS);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await titled(page, 'moderation.tab.open').waitFor();
    await expect.poll(() => queueOf(page).count()).toBe(left - 1);
  }
  await page.getByText(words('moderation.nothing')).waitFor();
  const decisions = await brand().db.selectFrom('decision').select(['act', 'facts']).execute();
  expect(decisions.filter(({ act }) => act === 'dismiss')).toHaveLength(CASES / 2);
  expect(decisions.filter((decision) => decision.act === 'warn' && decision.facts === FACTS)).toHaveLength(CASES / 2);
  await page.context().close();
});

test('names are numbers until the moderator asks for them', async () => {
  const moderator = await addModerator(service);
  const { nickname } = await addReport(service, 'Hello');
  const page = await open(moderator.visitor);
  await openFirst(page);
  expect(await page.getByText(nickname).count()).toBe(0);
  await page.keyboard.press('p');
  await page.getByText(nickname).first().waitFor();
  await page.context().close();
});

test('a refused decision keeps what was typed', async () => {
  const [moderator, other] = [await addModerator(service), await addModerator(service)];
  const { case: id } = await addReport(service, 'Hello');
  const page = await open(moderator.visitor);
  await openFirst(page);
  await page.keyboard.press('m');
  await facts(page).fill(FACTS);
  const decide = page.getByRole('button', { name: words('moderation.decide'), exact: true });

  // The second factor has become too old. The moderator closes the dialog.
  await brand().db.updateTable('session').set({ secondFactorAt: null }).where('userId', '=', moderator.id).execute();
  await decide.click();
  await page.getByRole('dialog', { name: words('moderation.secondFactor') }).waitFor();
  await page.keyboard.press('Escape');
  await alert(page, 'secondFactor').waitFor();
  expect(await facts(page).inputValue()).toBe(FACTS);
  await brand()
    .db.updateTable('session')
    .set({ secondFactorAt: new Date() })
    .where('userId', '=', moderator.id)
    .execute();

  // Another moderator decides after the claim has ended.
  await brand()
    .db.updateTable('moderationCase')
    .set({ claimedUntil: new Date(0) })
    .where('id', '=', id)
    .execute();
  await ok(other, 'decide', { case: id, ...decisionWith({ act: 'warn' }) });
  await decide.click();
  await alert(page, 'decided').waitFor();
  expect(await facts(page).inputValue()).toBe(FACTS);
  expect(await page.getByRole('radio', { name: words('moderation.act.mute') }).isChecked()).toBe(true);
  await page.context().close();
});

test('an escalation changes the counts of the tabs at once', async () => {
  const moderator = await addModerator(service);
  await addReport(service, 'Hello');
  const page = await open(moderator.visitor);
  // The counts of each minute do not come.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.reload();
  const count = (tab: string): Promise<string> => page.locator(`.tabs li:has([href="#${tab}"]) .count`).innerText();
  await openFirst(page);
  expect([await count('open'), await count('escalated')]).toEqual([' 1', ' 0']);
  await page.getByText(words('moderation.escalation')).click();
  await page.getByRole('combobox', { name: words('moderation.escalate') }).selectOption('life');
  await page
    .locator('details', { hasText: words('moderation.escalation') })
    .getByRole('button', { name: words('moderation.save') })
    .click();
  await expect.poll(async () => [await count('open'), await count('escalated')]).toEqual([' 0', ' 1']);
  await page.context().close();
});

test('a part of a nickname opens no case, and the form says that the whole is needed; case makes no difference', async () => {
  const moderator = await addModerator(service);
  const { person } = await service.addUser();
  const page = await open(moderator.visitor);
  await page.getByText(words('moderation.person.find')).click();
  const field = page.getByRole('textbox', { name: words('moderation.nickname') });
  await field.fill(person.nickname.slice(0, 3));
  await field.press('Enter');
  await alert(page, 'nickname').waitFor();
  await field.fill(person.nickname.toUpperCase());
  await field.press('Enter');
  await titled(page, 'moderation.case').waitFor();
  await page.context().close();
});

test('the log offers older entries while there are any, and tells which requests were refused', async () => {
  const lead = await addModerator(service, 'lead');
  await sql`insert into brand_amber."auditLog" ("at", "moderator", "role", "request", "subject")
    select '2020-01-01'::timestamptz + ${sql.lit('1 millisecond')}::interval * n, 'operator', 'lead', 'grant', '{}'
    from generate_series(1, 60) n`.execute(brand().db);
  expect(await lead.request('names', { case: randomUUID() })).toEqual({ error: 'gone' });
  const page = await open(lead.visitor);
  await clickTab(page, 'log');
  await page
    .getByText(words('moderation.logged.refused', { text: 'gone' }))
    .first()
    .waitFor();
  const older = page.getByRole('button', { name: words('moderation.older') });
  const lines = page.locator('.entries > li');
  for (let pages = 1; await older.isVisible(); pages += 1) {
    const before = await lines.count();
    expect(before).toBeGreaterThanOrEqual(50 * pages);
    await older.click();
    await expect.poll(() => lines.count()).toBeGreaterThan(before);
  }
  expect(await lines.count()).toBeGreaterThan(60);
  expect(await page.evaluate(() => document.activeElement?.matches('.entries > li'))).toBe(true);
  await page.context().close();
});

test('a case that another moderator works on is refused', async () => {
  const [moderator, other] = [await addModerator(service), await addModerator(service)];
  const { case: id } = await addReport(service, 'Hello');
  await ok(other, 'claim', { case: id });
  const page = await open(moderator.visitor);
  await queueOf(page).getByText(words('moderation.claim.other')).waitFor();
  await queueOf(page).first().click();
  await alert(page, 'claimed').waitFor();
  await page.context().close();
});

test('visitors and users without the role see a hint and nothing else', async () => {
  const hints = [];
  for (const visitor of [service.visitor(), (await service.addUser()).visitor]) {
    const page = await open(visitor);
    await page.getByText(words('moderationErrors.forbidden')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    hints.push(await page.locator('main').innerText());
    await page.context().close();
  }
  expect(hints[0]).toBe(hints[1]);
  expect(hints[0]!.split('\n').filter(Boolean)).toEqual([
    words('page.moderation.title'),
    words('moderationErrors.forbidden'),
    words('moderation.signIn'),
  ]);
});

async function addWork(lead: TestModerator): Promise<void> {
  await addReport(service, 'Hello');
  // Has a part in the case, which the lead is told.
  const { id, person } = await addModerator(service);
  const second = await addReport(service, 'Hello again', { id, name: person.nickname });
  await ok(lead, 'escalate', { case: second.case, escalation: 'life' });
  await ok(lead, 'hold', { case: second.case, on: true, note: 'Asked for by the police.' });
  const third = await addReport(service, 'And again');
  const { decision } = await ok(lead, 'decide', { case: third.case, ...decisionWith({ act: 'warn' }) });
  await sendAppeal(third.visitor, decision, 'It was a joke.');
  const sender = await idOf(brand(), (await service.addUser()).person);
  await brand()
    .db.insertInto('heldMessage')
    .values(
      ['A long message', 'A longer message'].map((text) => ({
        sender,
        clientId: randomUUID(),
        room: 'en.lounge',
        text,
        words: ['long'],
      })),
    )
    .execute();
}

test('a lead takes over a case that another moderator works on', async () => {
  const [moderator, lead] = [await addModerator(service), await addModerator(service, 'lead')];
  const { case: id } = await addReport(service, 'Hello');
  await ok(moderator, 'claim', { case: id });
  const page = await open(lead.visitor);
  await page.goto(`${new URL(page.url()).origin}/moderation#case/${id}`);
  await page.getByText(words('moderationErrors.claimed')).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: words('moderation.takeOver') }).click();
  await facts(page).waitFor();
  expect(await moderator.request('claim', { case: id })).toEqual({ error: 'claimed' });
  await page.context().close();
});

test.each([390, 1280])('every view is accessible in both themes and fits %i pixels', async (width) => {
  const lead = await addModerator(service, 'lead');
  await addWork(lead);
  const page = await open(lead.visitor, width);
  await queueOf(page).first().waitFor();
  const tabs = ['open', 'escalated', 'appeals', 'held', 'done', 'rooms', 'log'];
  for (const [index, tab] of tabs.entries()) {
    await toTab(page, String(index + 1), tab);
    // Forms of entries are closed at first.
    await page.locator('.stage details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    expect(await faultsOf(page), tab).toEqual([]);
    expect(await tooWideIn(page), tab).toEqual([]);
  }
  await toTab(page, '2', 'escalated');
  await openFirst(page);
  await page.keyboard.press('b');
  await page.keyboard.press('x');
  await page.locator('.authorities a').first().waitFor();
  await page.getByRole('heading', { name: words('moderation.conflicts') }).waitFor();
  expect(await faultsOf(page), 'case').toEqual([]);
  expect(await tooWideIn(page), 'case').toEqual([]);
  await facts(page).blur();
  await page.getByRole('button', { name: words('moderation.keys'), exact: true }).click();
  await page.getByRole('dialog', { name: words('moderation.keys') }).waitFor();
  expect(await faultsOf(page), 'keys').toEqual([]);
  await brand().db.updateTable('session').set({ secondFactorAt: null }).where('userId', '=', lead.id).execute();
  await page.reload();
  await titled(page, 'moderation.secondFactor').waitFor();
  expect(await faultsOf(page), 'second factor').toEqual([]);
  await page.context().close();
});
