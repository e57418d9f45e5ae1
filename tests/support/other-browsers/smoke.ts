import { expect } from 'vitest';

import { routes } from '../../../src/site/editions/routes.ts';
import { expectSignsWithinSecond } from '../browser/alert-signs.ts';
import { arrive } from '../browser/chat-page.ts';
import { logSteps } from '../browser/log-steps.ts';
import { editions, htmlFiles, pathOf, readPage } from '../dist.ts';
import { testWith } from '../programs.ts';
import { befriend, enterChat } from '../service/chat/chat-test-user.ts';
import { linkIn } from '../service/mail-sink.ts';
import { newPerson } from '../service/test-service.ts';
import { type browserSuite, edition, secure } from './browser-suite.ts';

/** Tests of every browser: pages, consent, registration, chat, quick exit, log and sign-in. Others prove in Chromium what differs in no engine, such as moderation. */
export function smokeTests(program: 'firefox' | 'webKitDriver', scene: ReturnType<typeof browserSuite>): void {
  const test = testWith(program);

  test('every page opens without an error, consent is asked once, and the browser reads the feeds', async () => {
    const visit = await scene.visit();
    const article = htmlFiles(edition).find((file) => file.startsWith('blog/'))!;
    const fixed = Object.values(routes).filter((route) => route !== routes.article);
    const paths = [...fixed.map(({ path }) => path), pathOf(article)];
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      await visit.page.goto(secure(path));
      const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
      expect(await visit.page.evaluate(() => document.title)).toBe(readPage(edition, file)('title').text());
      await visit.sees('h1, h2');
      if (path === routes.home.path) {
        await visit.sees('#consent');
        await visit.click('#consent button', visit.words('consent.refuse'));
      }
      await visit.seesNot('#consent');
    }
    await visit.page.goto(secure(routes.blog.path));
    const feeds = await visit.page.evaluate(readFeeds);
    expect(feeds.map(({ path }) => path)).toContain('/blog/feed.atom');
    for (const { root, entries } of feeds) expect([root, entries > 0]).toEqual(['feed', true]);
    expect(visit.page.errors()).toEqual([]);
  });

  test('a page with errors fails the test', async () => {
    const visit = await scene.visit();
    await visit.page.goto(secure(routes.rules.path));
    await visit.page.evaluate(() => {
      console.error('A message');
      document.body.append(Object.assign(new Image(), { src: 'https://evil.example/x.png' }));
      setTimeout(() => {
        throw new Error('An exception');
      });
      void Promise.reject(new Error('A rejection'));
    });
    for (const error of ['A message', 'img-src', 'An exception', 'A rejection'])
      await expect.poll(() => visit.page.errors().join('\n')).toContain(error);
  });

  test('a visitor registers, talks with a visitor of another browser, and leaves by the quick exit', async () => {
    const visit = await scene.visit();
    const { page, words } = visit;
    const person = newPerson();
    await page.goto(secure(routes.registration.path));
    await visit.submit('registration', { ...person });
    await visit.isAt(routes.confirm.path);
    await page.goto(secure(linkIn(await scene.service.sink.mailTo(person.email))));
    await visit.submit('confirm', { password: person.password });
    await visit.isAt(routes.chat.path);
    await visit.sees('nav button');
    // Styles of scripts follow the width of the window.
    const columns = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('.panes')!).gridTemplateColumns.split(' ').length);
    for (const [width, count] of [
      [390, 1],
      [1280, 2],
      [390, 1],
      [1280, 2],
    ] as const) {
      await page.resize(width, 800);
      await expect.poll(columns).toBe(count);
    }

    const room = words('topics.lounge');
    const ben = await arrive(scene.chromium, scene.service);
    await Promise.all([visit.click('nav button', room), ben.enter(ben.topic('lounge'))]);
    await visit.fill('textarea', 'Good evening');
    await page.pressEnter();
    await ben.said('Good evening').waitFor();
    await ben.say('And to you');
    await visit.sees('.said', 'And to you');

    const more = words('chat.moreMessage', { name: ben.name });
    await visit.click('button', more);
    await visit.sees('dialog.menu');
    expect(await page.evaluate(fitsContent, 'dialog.menu')).toBe(true);
    await visit.press('chat.react', { text: '🔥' });
    await visit.seesNot('dialog.menu');
    await ben.said('And to you').getByRole('button', { name: '🔥 1', pressed: false }).waitFor();
    await visit.click('button', more);
    await visit.press('chat.report');
    await visit.sees('dialog[open] h2', words('report.title', { name: ben.name }));
    expect(await page.evaluate(fitsContent, 'dialog[open]')).toBe(true);
    await visit.click('dialog[open] button', words('chat.close'));
    await visit.seesNot('dialog[open]');

    const again = await enterChat(ben.visitor);
    const { db } = scene.service.brand(edition.brand.id);
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('name', '=', person.nickname)
      .executeTakeFirstOrThrow();
    const title = await page.evaluate(() => document.title);
    const isTitled = (text: string) => expect.poll(() => page.evaluate(() => document.title)).toBe(text);
    const conversation = await befriend(again, id, { db });
    await visit.press('chat.account');
    // The browser keeps a single setting open.
    for (const label of ['form.password', 'form.nickname']) await visit.click('summary', words(label));
    await visit.sees('.setting[open] summary', words('form.nickname'));
    await visit.seesNot('.setting[open]:has(#newPassword-newPassword)');
    // On a machine without a sound device, Firefox starts no sound.
    if (program === 'firefox') await page.evaluate(pretendSound);
    await visit.click('label', words('alerts.sound'));
    for (const [text, width] of [
      ['Between us', 1280],
      ['On the way', 390],
    ] as const) {
      await visit.click('nav button', room);
      await visit.sees('.said', 'And to you');
      await page.resize(width, 800);
      // Sounds do not overlap.
      await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held!.length)).toBe(0);
      await expectSignsWithinSecond(page.evaluate, ['title', 'toast', 'badge', 'sound'], ben.name, () =>
        again.say(conversation, text),
      );
      await visit.click('.toast button', ben.name);
      await visit.sees('.said', text);
      await isTitled(title);
    }
    again.socket.disconnect();

    expect(visit.page.errors()).toEqual([]);
    const sessions = () => db.selectFrom('session').select('id').where('userId', '=', id).execute();
    expect(await sessions()).toHaveLength(1);
    await visit.click('a.exit');
    await expect.poll(() => page.evaluate(() => location.href).catch(() => '')).toBe('about:blank');
    await expect.poll(sessions).toEqual([]);
    await page.back();
    await expect.poll(async () => (await page.html()).includes('</title>')).toBe(true);
    const shown = await page.html();
    const texts = ['Good evening', 'And to you', 'Between us', ben.name, person.nickname, person.email];
    expect(texts.filter((text) => shown.includes(text))).toEqual([]);
    expect(shown).toContain(readPage(edition, `${routes.confirm.path.slice(1)}.html`)('title').text());
    await ben.page.context().close();
  });

  const fillRoom = logSteps();
  test('the log stays at its end, or at the row that the user scrolled to', async () => {
    const takeSteps = await fillRoom(scene.service);
    const { person } = await scene.service.addUser();
    const visit = await scene.visit();
    await visit.page.goto(secure(routes.login.path));
    await visit.submit('login', { email: person.email, password: person.password });
    await visit.click('nav button', visit.words('topics.lounge'));
    await visit.sees('article');
    await takeSteps(visit.page);
  });

  const ways: [name: string, origin: () => string][] = [
    ['over TLS', () => secure('')],
    ['below localhost without TLS', () => `http://${edition.host}.localhost:${scene.service.port}`],
  ];
  test.for(ways)('a visitor chooses a language and signs in %s, and the browser remembers both', async ([, origin]) => {
    const { person } = await scene.service.addUser();
    const visit = await scene.visit();
    const contacts = `${origin()}${routes.contacts.path}`;
    const { lang } = editions.find((other) => other.host === edition.host && other.lang !== edition.lang)!;
    await visit.page.goto(`${contacts}?lang=${lang}`);
    await visit.page.goto(contacts);
    expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe(lang);
    await visit.page.goto(`${origin()}${routes.login.path}?lang=${edition.lang}`);
    await visit.submit('login', { email: person.email, password: person.password });
    await visit.isAt(routes.chat.path);
    const room = visit.words('topics.lounge');
    await visit.sees('nav button', room);
    // From the second visit on, the scripts of the chat are requested with its page.
    await visit.page.goto(`${origin()}${routes.chat.path}`);
    expect(await visit.page.evaluate(countPreloads)).toBeGreaterThan(5);
    await visit.sees('nav button', room);
    expect(visit.page.errors()).toEqual([]);
  });
}

/** Lets the page take every sound for one that plays. Runs in the page. */
function pretendSound(): void {
  Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'running' });
  AudioContext.prototype.resume = () => Promise.resolve();
}

/** The feeds that the page names, with the name of the root and the number of entries. Runs in the page. */
const readFeeds = (): Promise<{ path: string; root: string; entries: number }[]> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[type="application/atom+xml"]')].map(async ({ href }) => {
      const request = new XMLHttpRequest();
      request.open('GET', href);
      request.responseType = 'document';
      await new Promise((done) => {
        request.addEventListener('loadend', done);
        request.send();
      });
      const { documentElement: feed } = request.responseXML!;
      return { path: new URL(href).pathname, root: feed.localName, entries: feed.querySelectorAll('entry').length };
    }),
  );

/** Runs in the page. */
const countPreloads = (): number => document.querySelectorAll('link[rel=modulepreload]').length;

/** Whether a box is as high as its content and inside the window. Runs in the page. */
function fitsContent(selector: string): boolean {
  const box = document.querySelector<HTMLElement>(selector)!;
  const { top, bottom } = box.getBoundingClientRect();
  const end = box.lastElementChild!.getBoundingClientRect().bottom + parseFloat(getComputedStyle(box).paddingBottom);
  return top >= 0 && bottom <= innerHeight && bottom - end < 3;
}
