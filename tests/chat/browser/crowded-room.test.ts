import { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';

import { PEOPLE_MAX } from '../../../src/contract/chat/chat-protocol.ts';
import { forms } from '../../../src/contract/forms.ts';
import { arrive, PHONE, SCREEN, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { newDatabase, startTestService, type TestService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const CROWD = 450;
const MESSAGES = 200;
/** Age of the first message of a room, in days. */
const FIRST_DAY = 3;
/** Three people who talk: turns of one to four messages, one in ten longer than a line. */
const TALK = Array.from({ length: 4 }, () => [1, 1, 2, 3, 3, 3, 1, 2, 2, 1])
  .flat()
  .map(
    (sender, at) =>
      [sender, at % 10 === 4 ? 'A longer thought that runs on. '.repeat(4) : `Short words, number ${at}`] as const,
  );

const service = {} as TestService;
const browser = suiteBrowser();

beforeAll(async () => {
  if (!programs.chromium) return;
  const DATABASE_URL = await newDatabase();
  await fill(DATABASE_URL);
  Object.assign(service, await startTestService('PostgreSQL', { DATABASE_URL }));
});
afterAll(async () => {
  await service.close?.();
});

/** People with connections to a node that lives as long as the test. */
async function fill(url: string): Promise<void> {
  const database = new Client(url);
  await database.connect();
  await database.query(`
    set search_path to brand_amber;
    insert into "user" select 'crowd' || n, 'Guest ' || to_char(n, 'FM000'), 'crowd' || n, 'crowd' || n || '@mail.example', true, null,
      now(), now(), now(), now() from generate_series(1, ${CROWD}) n;
    insert into room (id, kind, lang, topic) values ('en.lounge', 'public', 'en', 'lounge');
    insert into member select 'en.lounge', 'crowd' || n from generate_series(1, ${CROWD}) n;
    insert into node values (gen_random_uuid(), now() + interval '1 hour');
    insert into connection select 'socket' || n, (select id from node order by "seenAt" desc limit 1), 'crowd' || n
      from generate_series(1, ${CROWD}) n;
    insert into message (room, seq, position, sender, "clientId", text)
      select 'en.lounge', n, n, 'crowd' || 1 + n % 2, gen_random_uuid(), 'Message ' || n from generate_series(1, ${MESSAGES}) n;
    update room set head = ${MESSAGES} where id = 'en.lounge';
    insert into room (id, kind, lang, topic, head)
      values ('en.travel', 'public', 'en', 'travel', ${TALK.length}), ('en.flirting', 'public', 'en', 'flirting', ${MESSAGES});
    insert into message (room, seq, position, sender, "clientId", text, "sentAt")
      select 'en.flirting', n, n, 'crowd' || case when n between 2 and ${MESSAGES - 70} then 2 else 1 end, gen_random_uuid(),
        'Said ' || n, now() - interval '1 day' * case when n = 1 then ${FIRST_DAY} else 0 end from generate_series(1, ${MESSAGES}) n;
    insert into message (room, seq, position, sender, "clientId", text)
      values ${TALK.map(([sender, text], at) => `('en.travel', ${at + 1}, ${at + 1}, 'crowd${sender}', gen_random_uuid(), '${text}')`).join()}`);
  await database.end();
}

const listed = (one: PageUser) => one.page.locator('.people .list details:visible, dialog .list details:visible');

/** The message that the page has jumped to. */
const foundBy = (one: PageUser, text: string) =>
  one.page.locator('[data-found=true]', { has: one.page.getByText(text, { exact: true }) });

test('a room of hundreds shows the number of its people, and lists them page by page', async () => {
  const anna = await arrive(browser(), service, { device: SCREEN });
  await anna.enter(anna.topic('lounge'));
  await anna.fact(anna.counted('chat.here', CROWD + 1)).waitFor();
  await expect.poll(() => listed(anna).count()).toBe(PEOPLE_MAX);
  const more = anna.button('chat.morePeople');
  await more.click();
  await expect.poll(() => listed(anna).count()).toBe(2 * PEOPLE_MAX);
  await more.click();
  await expect.poll(() => listed(anna).count()).toBe(CROWD);
  expect(await more.count()).toBe(0);
  expect(anna.wrong).toEqual([]);
});

test('on a phone the list has the same pages', async () => {
  const boris = await arrive(browser(), service, { device: PHONE });
  await boris.topic('lounge').click();
  await boris.button('chat.people').click();
  await expect.poll(() => listed(boris).count()).toBe(PEOPLE_MAX);
  await boris.button('chat.morePeople').click();
  await expect.poll(() => listed(boris).count()).toBe(2 * PEOPLE_MAX);
  expect(boris.wrong).toEqual([]);
});

test('a wide screen shows 16 messages of a talk in 700 px', async () => {
  const anna = await arrive(browser(), service, { device: { viewport: { width: 1280, height: 900 } } });
  await anna.enter(anna.topic('travel'));
  await anna.said(TALK.at(-1)![1]).waitFor();
  const shown = await anna.page.locator('.row').evaluateAll((rows) => {
    const end = rows.at(-1)!.getBoundingClientRect().bottom;
    return rows.filter((row) => row.getBoundingClientRect().top >= end - 700).length;
  });
  expect(shown).toBeGreaterThanOrEqual(16);
  expect(anna.wrong).toEqual([]);
});

test('a new nickname stands on messages and in the list of people', async () => {
  const anna = await arrive(browser(), service, { device: SCREEN });
  const { visitor } = await service.addUser({ nickname: `Aaron ${process.pid}` });
  const aaron = await enterChat(visitor);
  await aaron.ask('enter', { room: 'en.lounge' });
  await aaron.say('en.lounge', 'Good evening to all');
  const phone = await enterChat(anna.visitor);
  const listedPeople = async () => (await phone.ask('enter', { room: 'en.lounge' })).people;
  await expect.poll(listedPeople).toContainEqual(aaron.me);
  phone.socket.disconnect();
  await anna.enter(anna.topic('lounge'));
  const names = anna
    .said('Good evening')
    .locator('.by bdi')
    .or(listed(anna).locator('.name', { hasText: 'Aa' }));
  await expect.poll(() => names.allTextContents()).toEqual([aaron.me.name, aaron.me.name]);
  const nickname = `Aaliyah ${process.pid}`;
  expect((await visitor.post(forms.newNickname.action, { nickname })).status).toBe(200);
  await expect.poll(() => names.allTextContents()).toEqual([nickname, nickname]);
  aaron.socket.disconnect();
});

test('a jump to a day passes pages of history that hold messages of a muted person alone', async () => {
  const anna = await arrive(browser(), service, { device: SCREEN });
  const phone = await enterChat(anna.visitor);
  await phone.ask('mute', { person: 'crowd2', on: true });
  phone.socket.disconnect();
  await anna.enter(anna.topic('flirting'));
  await anna.said(`Said ${MESSAGES}`).waitFor();
  await anna.moreOfRoom(anna.words('topics.flirting'));
  await anna.button('history.title').click();
  const dayField = anna.page.getByLabel(anna.words('history.day'));
  // A year that is not typed to its end loads nothing.
  await dayField.fill('0202-01-01');
  await anna.say('Hello');
  await anna.said('Hello').and(anna.page.locator('[data-seq]')).waitFor();
  await anna.page.getByRole('searchbox').fill('Said 14');
  await anna.page.getByText(anna.words('history.noMatches')).waitFor();
  await dayField.fill(new Date(Date.now() - FIRST_DAY * 86_400_000).toLocaleDateString('sv'));
  await foundBy(anna, 'Said 1').waitFor();
  expect(await anna.page.getByText(anna.words('chatErrors.lost')).count()).toBe(0);
});

test('a search shows the last match among older messages once they are loaded', async () => {
  const anna = await arrive(browser(), service, { device: SCREEN });
  await anna.enter(anna.topic('lounge'));
  await anna.moreOfRoom(anna.words('topics.lounge'));
  await anna.button('history.title').click();
  await anna.page.getByRole('searchbox').fill('Message 13');
  const older = anna.button('history.searchOlder');
  await older.press('Enter');
  await foundBy(anna, 'Message 139').waitFor();
  // The keys of the log would act on letters.
  await expect.poll(() => older.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('a message row renders again when its message changes, and not when the lobby does', async () => {
  const anna = await arrive(browser(), service, { device: SCREEN });
  await anna.enter(anna.topic('evening'));
  await anna.enter(anna.topic('lounge'));
  const last = anna.said(`Message ${MESSAGES}`);
  await last.waitFor();
  await anna.page.evaluate(countRenderedRows);

  const boris = await enterChat((await service.addUser()).visitor);
  await boris.ask('enter', { room: 'en.evening' });
  await boris.say('en.evening', 'Good evening');
  await anna
    .topic('evening')
    .filter({ hasText: anna.counted('chat.here', 2) })
    .filter({ hasText: anna.counted('chat.unread', 1) })
    .waitFor();
  await boris.ask('enter', { room: 'en.lounge' });
  await boris.ask('react', { room: 'en.lounge', seq: MESSAGES, reaction: '🔥', on: true });
  await last.getByRole('button', { name: '🔥 1' }).waitFor();

  const { rows, rendered } = await anna.page.evaluate(countRenderedRows);
  expect(rows).toBeGreaterThan(10);
  expect(rendered).toBe(1);
});

/** Of the message rows of the last call, counts those that React rendered since: each render gives an element new props. */
function countRenderedRows(): { rows: number; rendered: number } {
  const all = [...document.querySelectorAll<HTMLElement & { counted?: unknown }>('article.message')];
  const rows = all.filter(({ counted }) => counted);
  const propsOf = (row: HTMLElement): unknown =>
    Object.entries(row).find(([name]) => name.startsWith('__reactProps$'))![1];
  const rendered = rows.filter((row) => row.counted !== propsOf(row));
  for (const row of all) row.counted = propsOf(row);
  return { rows: rows.length, rendered: rendered.length };
}
