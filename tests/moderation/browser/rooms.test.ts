import type { Locator, Page } from 'playwright';
import { beforeAll, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { clickTab, openModeration, words } from '../../support/browser/moderation-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();
/** The page of a lead. */
let page: Page;
let lead: TestModerator;
/** A person in the lounge. */
let anna: PageUser;

const LOUNGE = `${words('topics.lounge')} (en)`;
const ALL_ROOMS = words('moderation.allRooms');

beforeAll(async () => {
  if (!programs.chromium) return;
  lead = await addModerator(service, 'lead');
  [page, anna] = await Promise.all([openModeration(browser(), service, lead.visitor), arrive(browser(), service)]);
  await anna.enter(anna.topic('lounge'));
  await anna.field.waitFor();
});
failOnErrors(() => [anna]);

const roomOf = (name: string, within = page): Locator => within.locator('.entries > li', { hasText: name });
const closedBox = (room: Locator): Locator => room.getByRole('checkbox', { name: words('moderation.closeRoom') });
const slowSelect = (room: Locator): Locator => room.getByRole('combobox', { name: words('moderation.slow') });

/** Opens the list and the form of a room by clicks. */
async function openRoom(name: string): Promise<Locator> {
  await page.reload();
  await clickTab(page, 'rooms');
  const room = roomOf(name);
  await room.locator('summary').click();
  return room;
}

/** Saves the form of a room, and waits for its new state. */
async function save(room: Locator, name: string, state: string): Promise<void> {
  await room.getByRole('button', { name: words('moderation.save') }).click();
  await page.getByRole('status').getByText(words('moderation.saved', { name })).waitFor();
  await room.locator('summary', { hasText: state }).waitFor();
  expect([...(await faultsOf(page)), ...(await tooWideIn(page))], state).toEqual([]);
}

/** The words before a time. */
const beginOf = (key: string): string => words(key, { when: '|' }).split('|')[0]!;
/** A text for the eyes, which may also stand in a live region. */
const shownToAnna = (text: string) => anna.page.getByText(text).first();
const annaReads = (text: string): Promise<void> => shownToAnna(text).waitFor();

test('slow mode is set for some hours and ended', async () => {
  const room = await openRoom(LOUNGE);
  await slowSelect(room).selectOption('900');
  await room.getByRole('combobox', { name: words('moderation.howLong') }).selectOption('3');
  await save(room, LOUNGE, words('moderation.roomSlow', { text: '15 minutes' }));
  await room.locator('summary', { hasText: words('moderation.until', { date: '' }) }).waitFor();
  await anna.say('The first');
  await anna.said('The first').waitFor();
  await annaReads(beginOf('chat.slowRoom'));

  const again = await openRoom(LOUNGE);
  expect(await slowSelect(again).inputValue()).toBe('900');
  await slowSelect(again).selectOption('0');
  await save(again, LOUNGE, words('moderation.roomOpen'));
  await shownToAnna(beginOf('chat.slowRoom')).waitFor({ state: 'detached' });
  await anna.say('The second');
  await anna.said('The second').waitFor();
});

test('a room is closed and opened again', async () => {
  const room = await openRoom(LOUNGE);
  await closedBox(room).check();
  await save(room, LOUNGE, words('moderation.roomClosed'));
  await annaReads(words('chat.closedRoom'));
  const again = await openRoom(LOUNGE);
  expect(await closedBox(again).isChecked()).toBe(true);
  await closedBox(again).uncheck();
  await save(again, LOUNGE, words('moderation.roomOpen'));
  await anna.field.waitFor();
});

test('a lead closes all rooms at once, and opens them again', async () => {
  const room = await openRoom(ALL_ROOMS);
  await closedBox(room).check();
  await room.getByRole('combobox', { name: words('moderation.howLong') }).selectOption('1');
  await save(room, ALL_ROOMS, words('moderation.roomClosed'));
  await annaReads(beginOf('chat.closedUntil'));
  const again = await openRoom(ALL_ROOMS);
  await closedBox(again).uncheck();
  await save(again, ALL_ROOMS, words('moderation.roomOpen'));
  await anna.field.waitFor();
});

test('a moderator has no switch for all rooms, and sees their mode while it is in force', async () => {
  const own = await openModeration(browser(), service, (await addModerator(service)).visitor);
  await clickTab(own, 'rooms');
  await roomOf(LOUNGE, own).waitFor();
  expect(await own.getByText(ALL_ROOMS).count()).toBe(0);
  await ok(lead, 'setRoom', { room: '*', slowSeconds: 0, closed: true, hours: 1 });
  await own.reload();
  await roomOf(ALL_ROOMS, own).getByText(words('moderation.roomClosed')).waitFor();
  expect(await roomOf(ALL_ROOMS, own).locator('summary, form').count()).toBe(0);
  expect([...(await faultsOf(own)), ...(await tooWideIn(own))]).toEqual([]);
  await ok(lead, 'setRoom', { room: '*', slowSeconds: 0, closed: false, hours: null });
  await own.context().close();
});
