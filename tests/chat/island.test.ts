import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { launchChromium } from '../../scripts/chromium.ts';
import { startTestService, type TestService } from '../support/accounts.ts';
import { wordsOf } from '../support/dist.ts';
import { programs, testWith } from '../support/programs.ts';

const test = testWith('chromium');
const words = wordsOf('en');
const HOST = 'velvet.example';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SCREEN = { viewport: { width: 1280, height: 800 } };

let service: TestService;
let browser: Browser;

beforeAll(async () => {
  service = await startTestService('PGlite');
  if (programs.chromium) browser = await launchChromium(programs.chromium);
});

afterAll(async () => {
  await browser?.close();
  await service.close();
});

/** Somebody signed in, in the lobby; `wrong` is what the browser complained of. */
async function enter(device: typeof PHONE | typeof SCREEN): Promise<{ page: Page; name: string; wrong: string[] }> {
  const { visitor, person } = await service.join({}, HOST);
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...device });
  const domain = `${HOST}.localhost`;
  await context.addCookies(
    [...visitor.cookies].map(([name, value]) => ({ name, value, domain, path: '/', secure: true })),
  );
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  await page.goto(address());
  await room(page, words('topics.lounge')).waitFor();
  return { page, name: person.nickname, wrong };
}

const address = (): string => `http://${HOST}.localhost:${service.port}/chat`;
const room = (page: Page, name: string): Locator => page.getByRole('navigation').getByRole('button', { name }).first();
const field = (page: Page): Locator => page.getByRole('textbox', { name: words('chat.write') });
const said = (page: Page, text: string): Locator =>
  page.getByRole('log').getByRole('article').filter({ hasText: text });

test('two people talk, by keyboard and by touch, and each hears of what the other does', async () => {
  const [anna, ben] = [await enter(SCREEN), await enter(PHONE)];
  await room(anna.page, words('topics.lounge')).press('Enter');
  await room(ben.page, words('topics.lounge')).tap();
  await expect.poll(() => field(anna.page).evaluate((area) => area === document.activeElement)).toBe(true);
  expect(await ben.page.evaluate(() => document.activeElement!.textContent)).toBe(words('topics.lounge'));

  await anna.page.keyboard.type('Good evening');
  await ben.page.getByText(words('chat.typing_one', { name: anna.name })).waitFor();
  await anna.page.keyboard.press('Enter');
  await said(ben.page, 'Good evening').waitFor();
  expect(
    await ben.page
      .getByRole('status')
      .filter({ hasText: `${anna.name}: Good evening` })
      .count(),
  ).toBe(1);

  await said(ben.page, 'Good evening').getByRole('button').tap();
  await ben.page.getByRole('button', { name: words('chat.react', { text: '🔥' }) }).tap();
  await said(anna.page, 'Good evening').getByRole('button', { name: '🔥 1', pressed: false }).waitFor();
  await said(ben.page, 'Good evening').getByRole('button', { name: '🔥 1', pressed: true }).waitFor();

  await field(ben.page).fill('For later');
  await ben.page.getByRole('button', { name: words('chat.back') }).tap();
  await room(ben.page, words('topics.lounge')).tap();
  expect(await field(ben.page).inputValue()).toBe('For later');
  await ben.page.goBack();
  await room(ben.page, words('topics.lounge')).waitFor();

  expect([...anna.wrong, ...ben.wrong]).toEqual([]);
  await anna.page.context().close();
  await ben.page.context().close();
});

test('whoever leaves at once leaves an empty page and no session, wherever they are', async () => {
  for (const isInDialog of [false, true]) {
    const { page } = await enter(SCREEN);
    await room(page, words('topics.music')).click();
    await field(page).waitFor();
    if (isInDialog) {
      await page.setViewportSize({ width: 700, height: 800 });
      await page.getByRole('button', { name: words('chat.people') }).click();
      const left = page.getByRole('dialog').getByRole('button', { name: words('chat.exit') });
      expect(
        await left.evaluate((button: HTMLElement) => [button.click(), document.documentElement.innerHTML][1]),
      ).toBe('');
    } else for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
    await page.waitForURL('about:blank');
    await page.goto(address());
    await page.getByText(words('account.signedOut')).waitFor();
    await page.context().close();
  }
});
