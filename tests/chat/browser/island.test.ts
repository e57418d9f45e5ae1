import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { expect } from 'vitest';

import { SOCKET_PATH, resources } from '../../../src/contract/api-paths.ts';
import { arrive, PHONE, type PageUser } from '../../support/browser/chat-page.ts';
import { startNetwork } from '../../support/browser/network-proxy.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const words = wordsOf('en');

const HOLD_MS = 600;

const service = testService(anyDatabase);
const browser = suiteBrowser();

/** Holds a finger on a message. @param slidePx how far the finger moves first */
async function hold(user: PageUser, text: string, slidePx = 0): Promise<void> {
  const { page } = user;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const message = user.said(text).locator('.said');
  // Waits until the log has stopped scrolling.
  await message.tap({ trial: true });
  const { x, y, height } = (await message.boundingBox())!;
  const at = { x: x + 10, y: y + height / 2 };
  await touch('touchStart', [at]);
  if (slidePx) await touch('touchMove', [{ x: at.x, y: at.y + slidePx }]);
  // Timers of a page end in their order: the one of the page is shorter.
  await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), HOLD_MS);
  await touch('touchEnd', []);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await session.detach();
}

test('two users talk, by keyboard and by touch, and both see changes', async () => {
  const [anna, ben] = await Promise.all([arrive(browser(), service), arrive(browser(), service, { device: PHONE })]);
  await anna.topic('lounge').press('Enter');
  await ben.topic('lounge').tap();
  await expect.poll(() => anna.field.evaluate((area) => area === document.activeElement)).toBe(true);
  expect(await ben.page.evaluate(() => document.activeElement!.textContent)).toBe(words('topics.lounge'));

  await anna.page.keyboard.type('Good evening');
  await ben.page.getByText(words('chat.typing_one', { name: anna.name })).waitFor();
  await anna.page.keyboard.press('Enter');
  await ben.said('Good evening').waitFor();
  expect(
    await ben.page
      .getByRole('status')
      .filter({ hasText: `${anna.name}: Good evening` })
      .count(),
  ).toBe(1);

  await ben.said('Good evening').getByRole('button').tap();
  await ben.page.getByRole('button', { name: words('chat.react', { text: '🔥' }) }).tap();
  await anna.said('Good evening').getByRole('button', { name: '🔥 1', pressed: false }).waitFor();
  await ben.said('Good evening').getByRole('button', { name: '🔥 1', pressed: true }).waitFor();

  // A long press opens the menu. A finger that moves opens nothing.
  await anna.say('Press me');
  await hold(ben, 'Press me', 40);
  expect(await ben.page.locator('dialog.menu').count()).toBe(0);
  const clicks = await ben.page.evaluateHandle(() => {
    const seen: Event[] = [];
    addEventListener('click', (event) => seen.push(event), { capture: true });
    return seen;
  });
  await hold(ben, 'Press me');
  // A click would hit the menu below the finger.
  expect(await clicks.evaluate((seen) => seen.length)).toBe(0);
  await ben.button('chat.reply').tap();
  await ben.field.fill('Pressed');
  await ben.button('chat.send').tap();
  await anna.said('Pressed').getByRole('button', { name: 'Press me' }).waitFor();

  await ben.field.fill('For later');
  await ben.page.getByRole('button', { name: words('chat.back') }).tap();
  await ben.topic('lounge').tap();
  expect(await ben.field.inputValue()).toBe('For later');
  await ben.page.goBack();
  await ben.topic('lounge').waitFor();

  expect([...anna.wrong, ...ben.wrong]).toEqual([]);
  await anna.page.context().close();
  await ben.page.context().close();
});

test('where a user was signed in, the scripts of the chat are requested with its page, and the room opens before the socket does', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  await anna.topic('lounge').click();
  await anna.field.waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let answer!: () => void;
  const mayAnswer = new Promise<void>((done) => (answer = done));
  await page.route(
    ({ pathname }) => pathname === resources.account,
    async (route) => {
      await mayAnswer;
      await route.continue();
    },
  );
  let connect!: () => void;
  const mayConnect = new Promise<void>((done) => (connect = done));
  let sockets = 0;
  await page.routeWebSocket(
    ({ pathname }) => pathname.startsWith(SOCKET_PATH),
    async (socket) => {
      sockets += 1;
      await mayConnect;
      socket.connectToServer();
    },
  );
  let render!: () => void;
  const mayRender = new Promise<void>((done) => (render = done));
  await page.route(/\/hydrate-react\./, async (route) => {
    await mayRender;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const preloads = (script: string) => page.locator(`link[rel=modulepreload][href*="/${script}."]`);
  await preloads('room').waitFor({ state: 'attached' });
  // The composer needs neither: they would delay its scripts.
  expect(await preloads('socket-io').or(preloads('messages')).count()).toBe(0);
  render();
  await preloads('messages').waitFor({ state: 'attached' });
  const preloaded = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  expect(preloaded.join()).toMatch(/hydrate-react\..*chat\..*signed-in-styles\..*room\..*socket-io\..*messages\./);
  expect(asked.filter((path) => path === resources.account)).toHaveLength(1);
  await expect.poll(() => sockets).toBe(1);
  answer();
  await anna.field.fill('Written before the socket opens');
  await anna.field.press('Enter');
  expect(asked.filter((path) => path.endsWith('.js') && !preloaded.includes(path))).toEqual([]);
  connect();
  await anna.said('Written before the socket opens').waitFor();
  await expect.poll(() => anna.kept()).toBe(0);
  // The chat has taken the socket that was opened with the page.
  expect(sockets).toBe(1);
  expect(anna.wrong).toEqual([]);
  await page.context().close();
});

test('a page whose script of the connection still loads is offline no longer than the browser', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  await page.route(/\/socket-io\./, () => undefined);
  await page.reload();
  await anna.topic('lounge').waitFor();
  const offline = page.getByText(words('chat.noNetwork'));
  await page.context().setOffline(true);
  await offline.waitFor();
  await page.context().setOffline(false);
  await offline.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a script that is gone leads to the new version with the draft, one that fails for a moment does not', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  await anna.enter(anna.topic('lounge'));
  await anna.field.fill('Half a sentence');
  await page.route(/\/emoji-picker\./, (route) => route.fulfill({ status: 404 }));
  const emoji = page.getByRole('button', { name: words('emoji.title') });
  await emoji.click();
  await page.getByText(words('chat.unreachable')).waitFor();
  expect(await anna.button('chat.reload').count()).toBe(0);

  const isPage = ({ pathname }: URL): boolean => pathname === '/chat';
  const next = '<astro-island component-url="/_astro/chat.next.js"></astro-island>';
  await page.route(isPage, (route) => route.fulfill({ body: next, contentType: 'text/html' }));
  await emoji.click();
  await page.getByText(words('chat.newVersion')).waitFor();
  await page.unroute(isPage);
  await page.unroute(/\/emoji-picker\./);
  await anna.button('chat.reload').click();
  await anna.enter(anna.topic('lounge'));
  expect(await anna.field.inputValue()).toBe('Half a sentence');
  await page.context().close();
});

test('a connection attempt resumes as soon as the network is back', async () => {
  const ben = await enterChat((await service.addUser()).visitor);
  await ben.ask('enter', { room: 'en.lounge' });
  await ben.say('en.lounge', 'Are you back?');
  const nowhere = createServer(() => {}).listen(0, '127.0.0.1');
  await once(nowhere, 'listening');
  const network = await startNetwork(service.port);
  const anna = await arrive(browser(), service, { port: network.port });
  // The script that connects is loaded.
  await anna.enter(anna.topic('music'));
  await anna.page.getByText(words('chat.empty')).waitFor();
  network.to = (nowhere.address() as AddressInfo).port;
  const attempt = once(nowhere, 'connection');
  network.cut();
  network.mend();
  await attempt;
  await anna.page.context().setOffline(true);
  await anna.page.getByText(words('chat.noNetwork')).waitFor();
  network.to = service.port;
  await anna.page.context().setOffline(false);
  await anna.enter(anna.topic('lounge'));
  // That attempt times out after 20 s only.
  await anna.said('Are you back?').waitFor({ timeout: 60_000 });
  ben.socket.disconnect();
  await anna.page.context().close();
  network.close();
  nowhere.close();
});

test.for([
  [320, 568],
  [390, 844],
  [667, 375],
  [1280, 800],
])(
  'at %d by %d only the log scrolls, it has half of the screen, and the quick exit covers nothing',
  async ([width, height]) => {
    const anna = await arrive(browser(), service, {
      lang: 'de',
      device: { viewport: { width: width!, height: height! } },
    });
    const { page } = anna;
    for (const view of ['lobby', 'room']) {
      if (view === 'room') {
        await anna.topic('lounge').click();
        await anna.field.waitFor();
      }
      const found = await page.evaluate(() => {
        const exit = document.querySelector('a.exit')!;
        const { left, right, top, bottom } = exit.getBoundingClientRect();
        const covered = [...document.querySelectorAll('.panes :is(button, h2, p), header *')].filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
        });
        return {
          hidden: document.documentElement.scrollHeight - innerHeight + document.body.scrollHeight - innerHeight,
          covered: covered.map(({ outerHTML }) => outerHTML),
          footer: document.querySelector('footer')!.checkVisibility(),
        };
      });
      expect(found).toEqual({ hidden: 0, covered: [], footer: false });
    }
    const [log, send] = await Promise.all(['.log', '.send'].map((part) => page.locator(part).boundingBox()));
    expect(log!.height).toBeGreaterThanOrEqual(height! / 2);
    expect(send!.y + send!.height).toBeLessThanOrEqual(height!);
    await page.context().close();
  },
);
