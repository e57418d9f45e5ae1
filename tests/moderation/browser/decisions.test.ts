import type { Locator, Page } from 'playwright';
import { beforeAll, beforeEach, expect } from 'vitest';

import { faultsOf } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import {
  addReport,
  clickTab,
  facts,
  openModeration,
  queueOf,
  titled,
  words,
} from '../../support/browser/moderation-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import {
  addCase,
  decideAbout,
  decisionWith,
  ok,
  sendAppeal,
} from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, idOf, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();
const brand = () => service.brand('amber');
let lead: TestModerator;
let page: Page;
/** The person about whom moderators decide. */
let anna: PageUser;

beforeAll(async () => {
  if (!programs.chromium) return;
  lead = await addModerator(service, 'lead');
  [page, anna] = await Promise.all([openModeration(browser(), service, lead.visitor), arrive(browser(), service)]);
  await anna.topic('lounge').click();
  await anna.field.waitFor();
});
beforeEach(async () => {
  await brand().db.updateTable('moderationCase').set({ decidedAt: new Date() }).execute();
});
failOnErrors(() => [anna]);

const button = (key: string, within: Page | Locator = page): Locator =>
  within.getByRole('button', { name: words(key), exact: true });
const says = (key: string): Promise<void> =>
  page
    .getByRole('status')
    .filter({ hasText: words(key) })
    .waitFor();

/** Opens a list by a click, and expects that it is accessible. */
async function openTab(tab: string): Promise<void> {
  await clickTab(page, tab);
  expect(await faultsOf(page), tab).toEqual([]);
}

/** Opens the only case of the queue by a click. */
async function openCase(): Promise<void> {
  await page.reload();
  await clickTab(page, 'open');
  await queueOf(page).first().click();
  await titled(page, 'moderation.case').waitFor();
}

/** The notice of a decision in Anna's page. */
const notice = (): Locator => anna.page.getByRole('dialog', { name: words('decisions.title') });

async function confirmNotice(): Promise<void> {
  await button('decisions.read', notice()).click();
  await notice().waitFor({ state: 'detached' });
}

/** The words of a translation before or after its date. */
const around = (key: string, side: 0 | -1): string => words(key, { date: '|' }).split('|').at(side)!;

test('a decision is undone from the list, and the person reads the note', async () => {
  const { id } = await brand()
    .db.selectFrom('user')
    .select('id')
    .where('name', '=', anna.name)
    .executeTakeFirstOrThrow();
  await addCase(brand(), undefined, { id, name: anna.name });
  await openCase();
  await page.getByRole('radio', { name: words('moderation.act.warn') }).check();
  await facts(page).fill('The same link six times.');
  expect(await faultsOf(page)).toEqual([]);
  await button('moderation.decide').click();
  await page.getByText(words('moderation.nothing')).waitFor();
  await notice().getByText('The same link six times.').waitFor();

  await openTab('done');
  const entry = page.locator('.entries > li', { hasText: 'The same link six times.' });
  await entry.locator('summary').click();
  const note = entry.getByRole('textbox', { name: words('moderation.undoneWhy') });
  // Without a note nothing is sent.
  await button('moderation.undo', entry).click();
  expect(await note.evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing)).toBe(true);
  await note.fill('The links were of your own page.');
  expect(await faultsOf(page)).toEqual([]);
  await button('moderation.undo', entry).click();
  await says('moderation.undone');
  await entry.locator('blockquote', { hasText: 'The links were of your own page.' }).waitFor();
  expect(await entry.locator('summary').count()).toBe(0);
  expect(await entry.locator('.decision').evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await faultsOf(page)).toEqual([]);

  await notice().getByText(around('decisions.undone', 0)).waitFor();
  await notice().getByText('The links were of your own page.').waitFor();
  await confirmNotice();
  await page.reload();
  await entry.locator('blockquote', { hasText: 'The links were of your own page.' }).waitFor();
});

test('an undone dismissal opens the case again', async () => {
  const { case: id } = await addReport(service, 'Hello');
  const { decision } = await ok(lead, 'decide', { case: id, act: 'dismiss', facts: '' });
  await page.reload();
  await clickTab(page, 'done');
  const entry = page.locator('.entries > li', { hasText: words('moderation.act.dismiss') });
  await entry.locator('summary').click();
  await entry.getByRole('textbox').fill('There is more to it.');
  await button('moderation.undo', entry).click();
  await says('moderation.undone');
  const undone = await brand().db.selectFrom('decision').select('undoNote').where('id', '=', decision).execute();
  expect(undone).toEqual([{ undoNote: 'There is more to it.' }]);
  await clickTab(page, 'open');
  expect(await queueOf(page).getAttribute('href')).toBe(`#case/${id}`);
  // The line of what was done does not stay for good.
  await clickTab(page, 'rooms');
  expect(await page.getByRole('status').allInnerTexts()).not.toContain(words('moderation.undone'));
});

test('an appeal is answered, either way, by another moderator than the one who decided', async () => {
  const other = await addModerator(service);
  const outcomes = [
    ['stands', 'decisions.upheld', 'Six links in a minute are advertising.'],
    ['overturned', 'decisions.overturned', 'One link is no advertising.'],
  ] as const;
  for (const [outcome] of outcomes) {
    const decision = await decideAbout(other, anna, decisionWith({ act: 'notice', facts: `The decision ${outcome}.` }));
    await notice().waitFor();
    await confirmNotice();
    await sendAppeal(anna.visitor, decision, `Why the decision ${outcome}`);
  }
  const { visitor, person } = await service.addUser();
  const own = await decideAbout(lead, { name: person.nickname }, decisionWith({ act: 'warn' }));
  await sendAppeal(visitor, own, 'Why the lead is wrong');
  await page.reload();
  await openTab('appeals');
  const entries = page.locator('.entries > li');
  const ownEntry = entries.filter({ hasText: 'Why the lead is wrong' });
  await ownEntry.getByText(words('moderationErrors.ownDecision')).waitFor();
  expect(await ownEntry.locator('summary').count()).toBe(0);

  for (const [outcome, state, answer] of outcomes) {
    const entry = entries.filter({ hasText: `Why the decision ${outcome}` });
    await entry.locator('summary').click();
    await entry.getByRole('radio', { name: words(`moderation.${outcome}`) }).check();
    await entry.getByRole('textbox', { name: words('moderation.answerText') }).fill(answer);
    expect(await faultsOf(page), outcome).toEqual([]);
    await button('moderation.sendAnswer', entry).click();
    await says('moderation.answered');
    await entry.waitFor({ state: 'detached' });
    await notice().getByText(around(state, -1)).waitFor();
    await notice().getByText(answer).waitFor();
    await confirmNotice();
  }
  expect(await entries.count()).toBe(1);
  await openTab('done');
  for (const [outcome, , answer] of outcomes) {
    const entry = entries.filter({ hasText: `Why the decision ${outcome}` });
    await entry
      .locator('blockquote', { hasText: words(`moderation.${outcome}`) })
      .getByText(answer)
      .waitFor();
    // The note of an undoing that answers an appeal is shown once.
    expect(await entry.getByText(answer).count()).toBe(1);
  }
});

test('a lead puts a case on hold and ends the hold', async () => {
  await addReport(service, 'Hello');
  await openCase();
  const panel = page.locator('details', { hasText: words('moderation.hold') });
  const note = panel.getByRole('textbox', { name: words('moderation.note') }).first();
  await panel.locator('summary').click();
  await panel.getByText(words('moderation.holdOff')).waitFor();
  await note.fill('The police asked for it.');
  await button('moderation.setHold', panel).click();
  await panel.getByText(words('moderation.holdOn')).waitFor();
  await panel.getByText('The police asked for it.').waitFor();
  await button('moderation.showIdentity', panel).click();
  await panel.getByText('@mail.example').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button('moderation.back').click();
  await queueOf(page).getByText(words('moderation.hold')).waitFor();

  // A moderator sees the hold, and no way to end it.
  const moderator = await openModeration(browser(), service, (await addModerator(service)).visitor);
  await queueOf(moderator).first().click();
  await moderator.getByText('The police asked for it.').waitFor();
  expect(await button('moderation.endHold', moderator).count()).toBe(0);
  await button('moderation.back', moderator).click();
  await queueOf(moderator).getByText(words('moderation.hold')).waitFor();
  await moderator.context().close();

  await openCase();
  await note.fill('They have everything now.');
  await button('moderation.endHold', panel).click();
  await panel.getByText(words('moderation.holdOff')).waitFor();
  expect(await panel.locator('summary').evaluate((summary) => summary === document.activeElement)).toBe(true);
  await button('moderation.back').click();
  await queueOf(page).first().waitFor();
  expect(await queueOf(page).getByText(words('moderation.hold')).count()).toBe(0);
});

test('texts and names are shown and hidden with their buttons', async () => {
  const reporter = await service.addUser();
  const { nickname } = await addReport(service, 'A secret of the room', {
    id: await idOf(brand(), reporter.person),
    name: reporter.person.nickname,
  });
  await openCase();
  const text = page.locator('.messages .text', { hasText: 'A secret of the room' });
  const filter = () => text.evaluate((element) => getComputedStyle(element).filter);
  expect([await filter(), await text.getAttribute('aria-hidden')]).toEqual(['blur(6.4px)', 'true']);
  expect(await faultsOf(page), 'blurred').toEqual([]);
  await button('moderation.showText').click();
  expect([await filter(), await text.getAttribute('aria-hidden')]).toEqual(['none', null]);
  expect(await faultsOf(page), 'shown').toEqual([]);
  await button('moderation.hideText').click();
  expect([await filter(), await text.getAttribute('aria-hidden')]).toEqual(['blur(6.4px)', 'true']);

  expect(await page.locator('main').innerText()).not.toContain(nickname);
  await button('moderation.showNames').click();
  await page
    .getByText(`${nickname} (${words('moderation.reported')})`)
    .first()
    .waitFor();
  await page.locator('article').getByText(reporter.person.nickname).waitFor();
  await button('moderation.showNames').waitFor({ state: 'detached' });
  expect(await faultsOf(page), 'names').toEqual([]);
});

test('a lead lets a moderator go on who was stopped after too many bans, and undoes the acts of the session', async () => {
  const moderator = await addModerator(service);
  for (let count = 0; count < 10; count += 1) {
    const { person } = await service.addUser();
    await decideAbout(moderator, { name: person.nickname }, decisionWith({ act: 'ban', hours: null }));
  }
  await page.reload();
  const stopped = page.locator('section').filter({ hasText: moderator.person.nickname });
  await stopped.waitFor();
  await openTab('done');
  await button('moderation.letGoOn', stopped).click();
  await stopped.waitFor({ state: 'detached' });
  const first = page.locator('.entries > li').first();
  await first.locator('summary').click();
  await first.getByRole('textbox').fill('The session was stolen.');
  await first.getByRole('checkbox', { name: words('moderation.undoSession') }).check();
  expect(await faultsOf(page)).toEqual([]);
  await button('moderation.undo', first).click();
  await page.getByRole('status').filter({ hasText: '10' }).waitFor();
  expect(await ok(lead, 'done', {})).toMatchObject({
    entries: expect.arrayContaining(
      Array.from({ length: 10 }, () => expect.objectContaining({ undone: expect.anything() as object }) as object),
    ) as object[],
  });
});
