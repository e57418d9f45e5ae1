import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect } from 'vitest';

import { CHANGES_MAX } from '../../src/contract/chat/chat-protocol.ts';
import { routes } from '../../src/site/editions/routes.ts';
import { arrive, SCREEN, PageUser } from '../support/browser/chat-page.ts';
import { type Network, startNetwork } from '../support/browser/network-proxy.ts';
import { suiteBrowser } from '../support/browser/suite-browser.ts';
import { programs, testWith } from '../support/programs.ts';
import { newDatabase, startTestService, type TestService } from '../support/service/test-service.ts';

const test = testWith('chromium');

/** A viewport that shows hundreds of messages at once. */
const WHOLE = { width: 1280, height: 12_000 };

/** URL of a database that outlives the service. */
let database: string;
let service: TestService;
const browser = suiteBrowser();
let anna: PageUser;
let boris: PageUser;
const networks: Network[] = [];

const start = async (): Promise<void> => {
  service = await startTestService('PostgreSQL', { DATABASE_URL: database });
  for (const network of networks) network.to = service.port;
};

beforeAll(async () => {
  database = await newDatabase();
  await start();
  if (!programs.chromium) return;
  networks.push(await startNetwork(service.port), await startNetwork(service.port));
  [anna, boris] = await Promise.all([
    arrive(browser(), service, { port: networks[0]!.port }),
    arrive(browser(), service, { port: networks[1]!.port }),
  ]);
  await anna.page.clock.install();
});

afterAll(async () => {
  for (const network of networks) network.close();
  await service.close();
});

const goOffline = async (): Promise<void> => {
  networks[0]!.cut();
  await anna.page.context().setOffline(true);
  await anna.page.getByText(anna.words('chat.noNetwork')).waitFor();
};
const goOnline = async (): Promise<void> => {
  networks[0]!.mend();
  await anna.page.context().setOffline(false);
};
const bothRead = async (said: string[]): Promise<void> => {
  for (const one of [anna, boris]) await expect.poll(() => one.texts()).toEqual(said);
};

test('a message written offline is kept while no page is open, and arrives once', async () => {
  for (const one of [anna, boris]) await one.enter(one.topic('lounge'));
  await anna.say('Before');
  await boris.said('Before').waitFor();
  await goOffline();
  await anna.say('Written offline');
  await anna.said('Written offline').getByText(anna.words('chat.sending')).waitFor();
  await expect.poll(() => anna.kept()).toBe(1);
  await anna.page.goto('about:blank');
  await goOnline();
  await anna.page.goto(anna.address);
  await anna.enter(anna.topic('lounge'));
  await bothRead(['Before', 'Written offline']);
  await expect.poll(() => anna.kept()).toBe(0);
});

test('after an hour offline both users read the same messages in the same order', async () => {
  for (const one of [anna, boris]) await one.enter(one.topic('evening'));
  await boris.say('See you in an hour');
  await anna.said('See you in an hour').waitFor();
  await goOffline();
  await anna.say('From the train');
  await anna.page.clock.fastForward('01:00:00');
  for (const text of ['You are away', 'I write', 'And write']) {
    await boris.say(text);
    await boris.said(text).waitFor();
  }
  await goOnline();
  await boris.said('From the train').waitFor();
  await bothRead(['See you in an hour', 'You are away', 'I write', 'And write', 'From the train']);
});

test('no message is missing after more changes than CHANGES_MAX', async () => {
  for (const one of [anna, boris]) await one.enter(one.topic('travel'));
  await anna.say('Good night');
  await boris.said('Good night').waitFor();
  await goOffline();
  const much = Array.from({ length: CHANGES_MAX + 30 }, (_, number) => `Line ${number + 1}`);
  await insert('en.travel', much);
  await goOnline();
  await boris.say('Good morning');
  for (const { page } of [anna, boris]) await page.setViewportSize(WHOLE);
  await bothRead(['Good night', ...much, 'Good morning']);
  for (const { page } of [anna, boris]) await page.setViewportSize(SCREEN.viewport);
});

test('users reconnect to a service that restarts, and their messages of that time arrive', async () => {
  for (const one of [anna, boris]) await one.enter(one.topic('music'));
  await anna.say('Still there?');
  await boris.said('Still there?').waitFor();
  await service.close();
  await boris.page.getByText(boris.words('chat.reconnecting')).waitFor();
  await boris.say('Written meanwhile');
  await boris.said('Written meanwhile').getByText(boris.words('chat.sending')).waitFor();
  await start();
  await bothRead(['Still there?', 'Written meanwhile']);
  await anna.say('There you are');
  await bothRead(['Still there?', 'Written meanwhile', 'There you are']);
});

test('a user on a slow connection can sign in, enter a room and write', async () => {
  const { visitor, person } = await service.addUser();
  const slow = await startNetwork(service.port, { kilobitsPerSecond: 400, roundTripMs: 400 });
  networks.push(slow);
  const context = await browser().newContext({ locale: 'en' });
  const address = `http://amber.example.localhost:${slow.port}`;
  const clara = new PageUser(await context.newPage(), person.nickname, visitor, 'en', `${address}/chat`);
  await clara.page.goto(`${address}${routes.login.path}`);
  await clara.page.getByLabel(clara.words('form.email')).fill(person.email);
  await clara.page.getByLabel(clara.words('form.password'), { exact: true }).fill(person.password);
  await clara.button('form.submit.login').click();
  await clara.enter(clara.topic('flirting'));
  await boris.enter(boris.topic('flirting'));
  await clara.say('From far away');
  await boris.said('From far away').waitFor();
  await boris.say('And yet here');
  await clara.said('And yet here').waitFor();
  expect(clara.wrong).toEqual([]);
});

/** Stores many messages of Boris without sending them to clients. */
async function insert(room: string, texts: string[]): Promise<void> {
  const { db } = service.brand('amber');
  const { head } = await db.selectFrom('room').select('head').where('id', '=', room).executeTakeFirstOrThrow();
  const { id: sender } = await db
    .selectFrom('user')
    .select('id')
    .where('name', '=', boris.name)
    .executeTakeFirstOrThrow();
  const rows = texts.map((text, number) => {
    const seq = head + number + 1;
    return { room, seq, position: seq, sender, clientId: randomUUID(), text };
  });
  await db.insertInto('message').values(rows).execute();
  await db
    .updateTable('room')
    .set({ head: head + texts.length })
    .where('id', '=', room)
    .execute();
}
