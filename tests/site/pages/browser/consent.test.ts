// Nothing is counted without consent; the banner is answered once, is small, and is the same script in every edition.
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { faultsOf } from '../../../support/browser/axe.ts';
import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { type VisitOptions, visitWithoutConsent } from '../../../support/browser/visit-without-consent.ts';
import { editions, readFile, readPage, wordsOf } from '../../../support/dist.ts';
import { testWith } from '../../../support/programs.ts';
import { suiteServer } from '../../../support/serving/serve-host.ts';

const test = testWith('chromium');

const server = suiteServer();
const browser = suiteBrowser();

const visit = (host: string, lang: string, options?: VisitOptions) =>
  visitWithoutConsent(browser(), server.port, host, lang, options);

const banner = (page: Page) => page.locator('#consent');

const FIRST = ['amber.example', 'en'] as const;
const words = wordsOf('en');

const answer = (page: Page, translate: ReturnType<typeof wordsOf>, word: 'consent.accept' | 'consent.refuse') =>
  banner(page)
    .getByRole('button', { name: translate(word) })
    .click();

// A host of each brand: `the same script` below proves that the others do the same.
describe.each([
  ['amber.example', 'en', 'GTM-AMBER1'],
  ['ru.onyx.example', 'ru', 'GTM-ONYX02'],
])('%s', (host, lang, container) => {
  test('sends requests to its own host only, and sets no cookie, before a choice', async () => {
    const { page, foreign, open, settle, cookies } = await visit(host, lang);
    for (const path of ['/', '/rules', '/blog', '/test', '/login', '/chat']) {
      await open(path);
      await settle();
      expect(await banner(page).isVisible(), path).toBe(!['/test', '/login', '/chat'].includes(path));
    }
    expect(foreign).toEqual([]);
    expect(await cookies()).toEqual([]);
  });

  test('loads its container once after consent, and on further pages', async () => {
    const { page, foreign, open, settle, cookies } = await visit(host, lang);
    await open('/');
    await answer(page, wordsOf(lang), 'consent.accept');
    await expect.poll(async () => (await cookies()).toSorted()).toEqual(['_ga', '_ga_ABC']);
    await settle();
    const loads = (): string[] => foreign.filter((url) => url.includes('gtm.js'));
    expect(loads()).toEqual([`https://www.googletagmanager.com/gtm.js?id=${container}`]);
    const layer = await page.evaluate(() =>
      (window as unknown as { dataLayer: object[] }).dataLayer.map((entry) => Object.values(entry)),
    );
    const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' };
    expect(layer.slice(0, 2)).toEqual([
      ['consent', 'default', { ...denied, analytics_storage: 'denied' }],
      ['consent', 'update', { analytics_storage: 'granted' }],
    ]);
    await open('/rules');
    await expect.poll(() => loads().length).toBe(2);
    expect(await banner(page).isVisible()).toBe(false);
  });
});

test.each(editions)('$host in $lang names the container of its brand and language, if there is one', (edition) => {
  const containers: Record<string, Record<string, string>> = {
    amber: { en: 'GTM-AMBER1', ru: 'GTM-AMBER2', de: 'GTM-AMBER3' },
    onyx: { en: 'GTM-ONYX01', ru: 'GTM-ONYX02' },
  };
  const $ = readPage(edition, 'rules.html');
  expect($('#consent').attr('data-container')).toBe(containers[edition.brand.id]![edition.lang]);
});

test('every edition that asks has the same script', () => {
  const scripts = editions.flatMap((edition) => readPage(edition, 'rules.html')('#consent + script').text() || []);
  expect(scripts.length).toBeGreaterThan(5);
  expect(new Set(scripts).size).toBe(1);
});

test('keeps a refusal', async () => {
  const { page, foreign, open, settle, cookies } = await visit(...FIRST);
  await open('/');
  await answer(page, words, 'consent.refuse');
  for (const path of ['/', '/privacy_policy']) {
    await open(path);
    await settle();
    expect(await banner(page).isVisible()).toBe(false);
  }
  expect(foreign).toEqual([]);
  expect(await cookies()).toEqual([]);
});

test('treats Global Privacy Control as a refusal, and shows no banner', async () => {
  const { page, foreign, open, settle, cookies } = await visit(...FIRST, { isRefusing: true });
  await open('/');
  await settle();
  expect(await banner(page).isVisible()).toBe(false);
  expect(await page.locator('#consent-settings').isVisible()).toBe(false);
  expect(foreign).toEqual([]);
  expect(await cookies()).toEqual([]);
});

test('stops when consent is taken back', async () => {
  const { page, foreign, open, settle, cookies } = await visit(...FIRST);
  await open('/');
  await answer(page, words, 'consent.accept');
  await expect.poll(async () => (await cookies()).length).toBe(2);
  await page.getByRole('button', { name: words('consent.settings') }).click();
  await Promise.all([page.waitForEvent('load'), answer(page, words, 'consent.refuse')]);
  foreign.length = 0;
  await settle();
  await open('/blog');
  await settle();
  expect(foreign).toEqual([]);
  expect(await cookies()).toEqual([]);
});

test('Global Privacy Control ends an earlier consent and removes its cookies', async () => {
  const first = await visit('amber.example', 'en');
  await first.open('/');
  await banner(first.page)
    .getByRole('button', { name: words('consent.accept') })
    .click();
  await expect.poll(async () => (await first.cookies()).length).toBe(2);
  await first.context.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }),
  );
  first.foreign.length = 0;
  await first.open('/');
  await expect.poll(first.cookies).toEqual([]);
  expect(first.foreign).toEqual([]);
});

test.each([
  ['is six months old', `1 yes ${Date.now() - 183 * 86_400_000}`],
  ['was given to another question', `0 yes ${Date.now()}`],
  ['cannot be read', 'yes'],
])('asks again where a choice %s', async (_, stored) => {
  const { page, open, settle, foreign } = await visit('amber.example', 'en');
  await open('/');
  await page.evaluate((value) => localStorage.setItem('consent', value), stored);
  await open('/');
  await settle();
  expect(await banner(page).isVisible()).toBe(true);
  expect(foreign).toEqual([]);
});

test('waits until a prerendered page is shown', async () => {
  const { context, page, open, settle, foreign } = await visit('amber.example', 'en');
  await open('/');
  await page.evaluate(() => localStorage.setItem('consent', `1 yes ${Date.now()}`));
  await context.addInitScript(() => Object.defineProperty(document, 'prerendering', { get: () => true }));
  await open('/rules');
  await settle();
  expect(foreign).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await expect.poll(() => foreign.length).toBeGreaterThan(0);
});

test('can be answered, opened again and closed with the keyboard alone', async () => {
  const { page, open } = await visit('amber.example', 'en');
  await open('/rules');
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement!.textContent.trim());
  await page.keyboard.press('Tab');
  expect(await focused()).toBe(words('nav.skip'));
  for (const word of ['nav.privacy', 'consent.accept', 'consent.refuse'] as const) {
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(words(word));
  }
  await page.keyboard.press('Enter');
  expect(await banner(page).isVisible()).toBe(false);
  const settings = page.getByRole('button', { name: words('consent.settings') });
  await settings.focus();
  await page.keyboard.press('Enter');
  expect(await banner(page).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('consent');
  await page.keyboard.press('Escape');
  expect(await banner(page).isVisible()).toBe(false);
  expect(await focused()).toBe(words('consent.settings'));
});

test.each([200, 320, 1280])('shows both answers alike and shifts no layout, at %i pixels', async (width) => {
  const { page, open, settle } = await visit('amber.example', 'en', { width });
  await open('/rules');
  await settle();
  const looks = await banner(page)
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width: wide, height } = button.getBoundingClientRect();
        const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(button);
        return { wide, height, color, backgroundColor, fontSize, fontWeight };
      }),
    );
  expect(looks[0]).toEqual(looks[1]);
  expect(await faultsOf(page)).toEqual([]);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const sum = (list: PerformanceObserverEntryList): number =>
          list.getEntries().reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0);
        new PerformanceObserver((list) => done(sum(list))).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      }),
  );
  expect(shift).toBe(0);
});

/** Small windows: a narrow one, 1280×1024 at 400 % zoom, and a small phone. */
test.each([
  [200, 400],
  [320, 256],
  [320, 568],
  [1280, 640],
])('covers a third of %i×%i at most, and neither an answer nor the button of the home page', async (width, height) => {
  for (const [host, lang] of [
    ['amber.example', 'en'],
    ['de.amber.example', 'de'],
    ['ru.amber.example', 'ru'],
  ] as const) {
    const { page, open } = await visit(host, lang, { width, height });
    await open('/');
    await banner(page).waitFor();
    const { y, height: tall } = (await banner(page).boundingBox())!;
    expect(tall, lang).toBeLessThanOrEqual(height / 3);
    for (const word of ['consent.accept', 'consent.refuse'] as const) {
      const box = (await banner(page)
        .getByRole('button', { name: wordsOf(lang)(word) })
        .boundingBox())!;
      expect(box.y, word).toBeGreaterThan(y);
      expect(box.y + box.height, word).toBeLessThanOrEqual(height);
      expect(box.height, word).toBeGreaterThanOrEqual(24);
    }
    const enter = page.getByRole('link', { name: wordsOf(lang)('home.enter') });
    if (width > 200 && height > 500) expect(bottomOf(await enter.boundingBox()), lang).toBeLessThan(y);
    await page.keyboard.press('Tab');
    await enter.focus();
    await enter.click();
    await page.waitForURL('**/login');
  }
});

test.each([320, 390])(
  'with text of twice the size at %i pixels, the banner covers nothing, and no page is wider',
  async (width) => {
    for (const [host, lang] of [
      ['amber.example', 'en'],
      ['de.amber.example', 'de'],
    ] as const) {
      const { page, open } = await visit(host, lang, { width });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
      for (const path of ['/', '/rules', '/login', '/chat', '/report', '/test']) {
        await open(path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      }
      await open('/');
      await banner(page).waitFor();
      const enter = page.getByRole('link', { name: wordsOf(lang)('home.enter') });
      expect(bottomOf(await enter.boundingBox()), lang).toBeLessThan((await banner(page).boundingBox())!.y);
    }
  },
);

const bottomOf = (box: { y: number; height: number } | null): number => box!.y + box!.height;

test('shows no banner and no button without JavaScript, in an edition without a container, and on a closed home page', async () => {
  for (const [host, lang, path, javaScriptEnabled] of [
    ['amber.example', 'en', '/rules', false],
    ['fr.amber.example', 'fr', '/', true],
    ['en.amber.example', 'en', '/', true],
  ] as const) {
    const { page, open, settle, foreign, cookies } = await visit(host, lang, { javaScriptEnabled });
    await open(path);
    await settle();
    expect(await page.locator('#consent:visible, #consent-settings:visible').count(), host).toBe(0);
    expect(foreign).toEqual([]);
    expect(await cookies()).toEqual([]);
  }
});

test('the inline script is smaller than a kilobyte', () => {
  const html = readFile(editions[0]!, 'rules.html');
  const [, script] = /<script type="module">([^]*?)<\/script>/.exec(html)!;
  expect(Buffer.byteLength(script!)).toBeLessThan(1000);
});
