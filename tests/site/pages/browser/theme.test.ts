import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, onTestFinished } from 'vitest';

import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { editions, htmlFiles, readFile, readPage, wordsOf } from '../../../support/dist.ts';
import { testWith } from '../../../support/programs.ts';
import { suiteServer } from '../../../support/serving/serve-host.ts';

const test = testWith('chromium');

const server = suiteServer();
const browser = suiteBrowser();

/** The themes of two brands, each on a host with a single language. */
const hosts = ['amber', 'onyx'].map((brand) =>
  editions.find(({ brand: { id }, hostLanguages, closed }) => id === brand && hostLanguages.length === 1 && !closed)!,
);

async function visitorWith(options: BrowserContextOptions) {
  const context = await browser().newContext(options);
  onTestFinished(() => context.close());
  return context;
}

/** What a page looks like: the colour scheme of its controls, its ground, and the colour of the browser's frame. */
const themeOf = (page: Page) =>
  page.evaluate(() => {
    const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement);
    const frame = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
      ({ media }) => matchMedia(media).matches,
    );
    const probe = document.createElement('canvas').getContext('2d')!;
    probe.fillStyle = backgroundColor;
    return { scheme: colorScheme, isFrameAlike: probe.fillStyle === frame!.content };
  });

const LIGHT = { scheme: 'light', isFrameAlike: true };
const DARK = { scheme: 'dark', isFrameAlike: true };

describe.each(hosts)('$host', (edition) => {
  const words = wordsOf(edition.lang);
  const address = (path: string): string => `http://${edition.host}.localhost:${server.port}${path}`;

  test('shows the theme that the system prefers, without JavaScript too', async () => {
    const context = await visitorWith({ javaScriptEnabled: false, colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto(address('/contacts'));
    expect(await themeOf(page)).toEqual(LIGHT);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await themeOf(page)).toEqual(DARK);
    expect(await page.locator('footer .theme').isVisible()).toBe(false);
  });

  test('keeps the chosen theme on all pages from their first frame, in other tabs, and against the system', async () => {
    const context = await visitorWith({ colorScheme: 'light' });
    // Notes the colour scheme of each frame until the page has loaded.
    await context.addInitScript(() => {
      const frames: string[] = ((globalThis as { frames?: unknown }).frames = []);
      const note = (): void => {
        frames.push(getComputedStyle(document.documentElement).colorScheme);
        if (document.readyState !== 'complete') requestAnimationFrame(note);
      };
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        note();
      }).observe(document, { childList: true, subtree: true });
    });
    const [page, tab] = [await context.newPage(), await context.newPage()];
    await page.goto(address('/contacts'));
    await tab.goto(address('/rules'));
    await page.getByRole('button', { name: words('theme.dark') }).click();
    expect(await themeOf(page)).toEqual(DARK);
    await expect.poll(() => themeOf(tab)).toEqual(DARK);
    for (const path of ['/', '/login', '/test', '/chat', '/rules']) {
      await page.goto(address(path));
      expect(await themeOf(page), path).toEqual(DARK);
      const frames = await page.evaluate(() => (globalThis as unknown as { frames: string[] }).frames);
      expect(new Set(frames), path).toEqual(new Set(['dark']));
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: words('theme.light') }).click();
    expect(await themeOf(page)).toEqual(LIGHT);
    await page.goBack();
    expect(await themeOf(page)).toEqual(LIGHT);
    // Paper is white in both.
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
  });

  test('has text that is readable on every spot of every picture in both themes, and pictures without bands', async () => {
    const page = await (await visitorWith({})).newPage();
    for (const width of [1440, 1299, 915, 627]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address('/contacts'));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { lowestContrast, widestBand } = await measurePicture(page);
        expect(lowestContrast, `${colorScheme} at ${width}`).toBeGreaterThanOrEqual(4.5);
        expect(widestBand, `${colorScheme} at ${width}`).toBeLessThanOrEqual(60);
      }
    }
  });

  test('knows the chosen theme before the body of each page', () => {
    const script = readPage(edition, 'contacts.html')('head > script:not([type])').text();
    expect(script).toContain('theme');
    for (const file of htmlFiles(edition)) {
      expect(readFile(edition, file).indexOf(script), file).toBeGreaterThan(0);
      expect(readPage(edition, file)('head > script:not([type])').text(), file).toContain(script);
    }
  });
});

/**
 * The lowest contrast of a colour of texts on the background picture, WCAG 2.2,
 * and the most pixels in a row that share a value of red, green or blue.
 */
const measurePicture = (page: Page): Promise<{ lowestContrast: number; widestBand: number }> =>
  page.evaluate(async () => {
    const { backgroundImage, filter } = getComputedStyle(document.body, '::before');
    const picture = new Image();
    picture.src = /url\("([^"]+\.avif)"\)/.exec(backgroundImage)![1]!;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    const linear = Array.from({ length: 256 }, (_, part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const luminances = (data: Uint8ClampedArray): number[] =>
      Array.from(
        { length: data.length / 4 },
        (_, at) =>
          0.2126 * linear[data[4 * at]!]! + 0.7152 * linear[data[4 * at + 1]!]! + 0.0722 * linear[data[4 * at + 2]!]!,
      );
    const root = getComputedStyle(document.documentElement);
    const texts = ['--ink', '--quiet', '--accent'].map((name) => {
      canvas.fillStyle = root.getPropertyValue(name);
      canvas.fillRect(0, 0, 1, 1);
      return luminances(canvas.getImageData(0, 0, 1, 1).data)[0]!;
    });
    canvas.filter = filter;
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
    let widestBand = 0;
    for (const channel of [0, 1, 2]) {
      for (let at = channel, band = 0; at < data.length; at += 4) {
        band = data[at] === data[at - 4] ? band + 1 : 1;
        widestBand = Math.max(widestBand, band);
      }
    }
    let [darkest, brightest] = [1, 0];
    for (const spot of luminances(data)) {
      darkest = Math.min(darkest, spot);
      brightest = Math.max(brightest, spot);
    }
    const contrast = (one: number, other: number): number =>
      (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const lowestContrast = Math.min(...texts.flatMap((text) => [contrast(text, darkest), contrast(text, brightest)]));
    return { lowestContrast, widestBand };
  });
