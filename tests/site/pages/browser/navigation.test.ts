import type { Browser, Locator, Page } from 'playwright';
import { describe, expect } from 'vitest';

import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { wordsOf } from '../../../support/dist.ts';
import { testWith } from '../../../support/programs.ts';
import { suiteServer } from '../../../support/serving/serve-host.ts';

const test = testWith('chromium');

const server = suiteServer();
const browser = suiteBrowser();

const PATHS = '/ /rules /privacy_policy /contacts /qa /blog /login /auth/registration /auth/restore /chat /test'.split(
  ' ',
);

/** Opens a page of a host and records its errors. */
async function open(
  host: string,
  path: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser().newPage({ locale: 'en', ...options });
  const wrong: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  // A click ends the prefetch of the page that it opens.
  page.on(
    'requestfailed',
    (request) => request.failure()?.errorText === 'net::ERR_ABORTED' || wrong.push(request.url()),
  );
  page.on('request', (request) => new URL(request.url()).hostname.endsWith('.localhost') || wrong.push(request.url()));
  await page.goto(`http://${host}.localhost:${server.port}${path}`);
  return { page, wrong };
}

describe.each([
  ['amber.example', 'en', 'Amber'],
  ['ru.amber.example', 'ru', 'Amber'],
  ['ru.onyx.example', 'ru', 'Onyx'],
])('%s', (host, lang, brand) => {
  const words = wordsOf(lang);

  test('leads a visitor from home to the rules, a single rule, and home again', async () => {
    const { page, wrong } = await open(host, '/');
    expect(await page.title()).toBe(words('site.longTitle', { brand }));
    await page
      .getByRole('link', { name: words('page.rules.title') })
      .last()
      .click();
    await page.waitForURL('**/rules');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(words('page.rules.title'));
    await page.getByRole('link', { name: '7.', exact: true }).click();
    const { hash } = new URL(page.url());
    expect(await page.locator(`li${hash}`).isVisible()).toBe(true);
    // An address from before rules had ids.
    await page.goto(page.url().replace(hash, '#rule-7'));
    expect(await page.locator(`li${hash}:has(:target)`).isVisible()).toBe(true);
    await page.locator('header .home').click();
    await page.waitForURL(`http://${host}.localhost:${server.port}/`);
    await page.getByRole('link', { name: words('home.enter') }).click();
    await page.waitForURL('**/login');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(words('page.login.title'));
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('works without JavaScript, and is as wide as the screen at 1440, 390, 320 and 200 pixels', async () => {
    const { page: wide } = await open(host, '/');
    for (const path of PATHS) {
      await wide.goto(`http://${host}.localhost:${server.port}${path}`);
      for (const width of [1440, 390, 320, 200]) {
        await wide.setViewportSize({ width, height: 800 });
        if (width > 200) expect(await brokenWordsIn(wide.locator('h1')), `${path} at ${width}`).toEqual([]);
        expect(
          await wide.evaluate(() => document.documentElement.scrollWidth),
          `${path} at ${width}`,
        ).toBeLessThanOrEqual(width);
      }
    }
    await wide.close();
    const { page, wrong } = await open(host, '/blog', { javaScriptEnabled: false });
    const languages = page.getByRole('banner').locator('summary');
    await languages.click();
    expect(await page.getByRole('banner').getByRole('listitem').last().isVisible()).toBe(true);
    await languages.click();
    await page.getByRole('main').getByRole('link').first().click();
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(wrong).toEqual([]);
    await page.close();
  });
});

/** Words of texts that stand on two lines, and have no hyphen. */
const brokenWordsIn = (texts: Locator): Promise<string[]> =>
  texts.evaluateAll((elements) =>
    elements.flatMap(({ firstChild }) =>
      [...(firstChild?.textContent ?? '').matchAll(/[^\s-]+/g)]
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(firstChild!, index);
          range.setEnd(firstChild!, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        })
        .map(([word]) => word),
    ),
  );

test('a host with several languages remembers the chosen language', async () => {
  const { page } = await open('amber.example', '/contacts', { locale: 'de-DE' });
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  await page.goto(`http://amber.example.localhost:${server.port}/contacts?lang=uk`);
  expect(await page.getAttribute('html', 'lang')).toBe('uk');
  await page.goto(`http://amber.example.localhost:${server.port}/rules`);
  expect(await page.getAttribute('html', 'lang')).toBe('uk');
  await page.close();
});

test('a closed home shows a single sentence, and the 404 page leads home', async () => {
  const { page } = await open('english.amber.example', '/');
  expect(await page.locator('body').innerText()).toBe(
    'We are very sorry, but the English version of the site is closed.',
  );
  await page.goto(`http://ru.amber.example.localhost:${server.port}/no/such/page`);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.close();
});
