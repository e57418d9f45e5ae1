// Other hosts, brands and texts build without a change in src/: right to left, texts of a host or brand, closed hosts, long blogs, rare Markdown, random brands.
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CheerioAPI, load } from 'cheerio';
import { formatterFactory } from 'html-validate';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { Run } from '../../../scripts/lib/run-and-capture.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { headersFor } from '../../../src/output/match-headers.ts';
import { rootOf } from '../../../src/site/editions/editions.ts';
import { likeTags } from '../../fixture/rare-markdown.ts';
import { mistakesOf } from '../../model/check-site.ts';
import { observeDist } from '../../model/observe-dist.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { pathOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import type { Project } from '../../support/runnable-project-copy.ts';
import { serveHost } from '../../support/serving/serve-host.ts';
import { crawl } from '../../support/site/crawl.ts';
import { projectValidator } from '../../support/site/html-validate.ts';
import { makeOtherSites, OTHER_SITES, otherEditions, plan } from '../../support/site/other-sites.ts';
import { renderBothWays } from '../../support/site/programs/render-both-ways.ts';

const browser = suiteBrowser();
let project: Project;
let run: Run;

beforeAll(async () => {
  project = makeOtherSites();
  run = await project.run('build', OTHER_SITES, ['--no-compression']);
});

afterAll(() => project.remove());

const page = (path: string): CheerioAPI => load(readFileSync(join(project.dir, 'dist', path), 'utf8'));

const canonical = (path: string): string | undefined => page(path)('link[rel=canonical]').attr('href');

function alternates(path: string): Record<string, string> {
  const $ = page(path);
  return Object.fromEntries(
    $('link[rel=alternate][hreflang]')
      .map((_, link) => [[$(link).attr('hreflang'), $(link).attr('href')]])
      .get(),
  );
}

test('another set of hosts and texts builds without a change in src/', () => {
  expect(run.code, run.output).toBe(0);
  expect(run.output).toContain(`${otherEditions.length} editions`);
});

test('a page from a template equals the page that Astro renders, also from right to left', async () => {
  const { different } = await renderBothWays(project, OTHER_SITES);
  expect(different).toEqual([]);
});

test('a language without a host of its own is listed on the default host', () => {
  expect(canonical('plain.example/es/index.html')).toBe('https://plain.example/?lang=es');
  expect(canonical('plain.example/de/index.html')).toBe('https://own.example/');
  expect(alternates('plain.example/es/index.html')).toEqual({
    en: 'https://plain.example/',
    de: 'https://own.example/',
    es: 'https://plain.example/?lang=es',
  });
  const sitemap = readFileSync(join(project.dir, 'dist/plain.example/en/sitemap.xml'), 'utf8');
  expect(sitemap).toContain('<loc>https://plain.example/rules</loc>');
  expect(sitemap).toContain('<loc>https://plain.example/rules?lang=es</loc>');
  expect(existsSync(join(project.dir, 'dist/plain.example/es/sitemap.xml'))).toBe(false);
});

test('a text of a single host is canonical to itself and has no alternates', () => {
  expect(canonical('own.example/de/rules.html')).toBe('https://own.example/rules');
  expect(alternates('own.example/de/rules.html')).toEqual({});
  expect(canonical('plain.example/de/rules.html')).toBe('https://plain.example/rules?lang=de');
  expect(alternates('plain.example/en/rules.html')).toEqual({
    en: 'https://plain.example/rules',
    de: 'https://plain.example/rules?lang=de',
    es: 'https://plain.example/rules?lang=es',
  });
});

test('the most specific text wins: of the host, then of the brand, then the shared text', () => {
  expect(page('own.example/de/rules.html')('main').text()).toContain('Own rule.');
  expect(page('plain.example/de/index.html')('main').text()).toContain('Text der Marke Plain.');
  expect(page('lone.example/de/index.html')('main').text()).toContain('Welcome to Lone on lone.example.');
  expect(page('own.example/de/blog/a1.html')('main').text()).toContain('Eigener Text auf own.example.');
  expect(page('plain.example/de/blog/a1.html')('h1').text()).toBe('Artikel 1');
  expect(page('plain.example/de/blog/a2.html')('h1').text()).toBe('Artikel der Marke');
});

test('links in a text keep the language of an edition', () => {
  const link = (path: string): string | undefined => page(path)('main .text a').attr('href');
  expect(link('plain.example/en/index.html')).toBe('/rules#rule-3');
  expect(link('plain.example/es/index.html')).toBe('/rules?lang=es#rule-3');
  expect(link('lone.example/de/index.html')).toBe('/rules#rule-3');
});

test('an article of a single host is canonical to itself, and so is its blog', () => {
  expect(canonical('own.example/de/blog/a1.html')).toBe('https://own.example/blog/a1');
  expect(canonical('plain.example/de/blog/a1.html')).toBe('https://plain.example/blog/a1?lang=de');
  expect(canonical('plain.example/de/blog/a2.html')).toBe('https://own.example/blog/a2');
  expect(canonical('own.example/de/blog.html')).toBe('https://own.example/blog');
});

test('a long blog has further pages, newest articles first', () => {
  const first = page('lone.example/de/blog.html');
  const second = page('lone.example/de/blog/page/2.html');
  expect(first('h2').first().text()).toBe('Artikel 12');
  expect(first('h2').length).toBe(10);
  expect(
    second('h2')
      .map((_, title) => second(title).text())
      .get(),
  ).toEqual(['Artikel 2', 'Artikel 1']);
  expect(first('a[rel=next]').attr('href')).toBe('/blog/page/2');
  expect(second('a[rel=prev]').attr('href')).toBe('/blog');
  expect(canonical('lone.example/de/blog/page/2.html')).toBe('https://lone.example/blog/page/2');
  expect(existsSync(join(project.dir, 'dist/lone.example/de/blog/page/3.html'))).toBe(false);
});

test('a brand without an English edition lists the English Q&A as its own', () => {
  const $ = page('lone.example/de/qa.html');
  expect($('link[rel=canonical]').attr('href')).toBe('https://lone.example/qa');
  expect($('main .text').attr('lang')).toBe('en');
});

test('a closed host is no canonical target, even if no other host has its language', () => {
  expect(canonical('closed.example/es/rules.html')).toBeUndefined();
  expect(alternates('lone.example/de/index.html')).toEqual({
    de: 'https://lone.example/',
    'x-default': 'https://lone.example/',
  });
});

test('a name with an apostrophe and an ampersand is escaped where pages and texts show it', () => {
  const html = readFileSync(join(project.dir, 'dist/right.example/ar/index.html'), 'utf8');
  expect(html).toContain("O'Right &amp; Co.");
  expect(page('right.example/ar/index.html')('.wordmark').text()).toBe("O'Right & Co.");
  const jsonLd = page('right.example/ar/index.html')('script[type="application/ld+json"]').first().text();
  expect(JSON.stringify(JSON.parse(jsonLd))).toContain("O'Right & Co.");
});

test('an English text on a page that is written from right to left keeps its direction', () => {
  const $ = page('right.example/ar/qa.html');
  expect($('html').attr('dir')).toBe('rtl');
  expect($('main .text').attr()).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect($('main .contents ol').attr()).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(page('right.example/ar/rules.html')('main .text').attr('dir')).toBeUndefined();
  expect(page('plain.example/de/qa.html')('main .text').attr('dir')).toBeUndefined();
});

test('only a page with tables or code has their styles, and no element has a style attribute', () => {
  const $ = page('right.example/ar/blog/rare.html');
  expect($('[style]').length).toBe(0);
  expect(
    $('.text th')
      .map((_, cell) => $(cell).attr('class') ?? '-')
      .get(),
  ).toEqual(['-', 'end', 'center', '-', '-', '-', '-']);
  const sheets = (path: string): number => page(path)('style').length;
  expect(sheets('right.example/ar/blog/rare.html')).toBe(sheets('right.example/ar/rules.html') + 1);
});

test('html-validate finds no error on a page with every kind of Markdown', async () => {
  const file = join(project.dir, 'dist/right.example/ar/blog/rare.html');
  const validator = projectValidator();
  const report = await validator.validateString(readFileSync(file, 'utf8'), 'rare.html');
  expect(formatterFactory('text')(report.results)).toBe('');
});

testWith('chromium')(
  'everything a text can have fits a page of any width and is accessible, and a wide table scrolls by itself',
  async () => {
    const { origin, close } = await serveHost('right.example', join(project.dir, 'dist'));
    onTestFinished(close);
    for (const width of [320, 360, 768, 1280]) {
      const tab = await browser().newPage({ viewport: { width, height: 800 } });
      await tab.goto(`${origin}/blog/rare`);
      if (width === 320) expect(await faultsOf(tab)).toEqual([]);
      expect(await tooWideIn(tab), `${width}`).toEqual(['too wide: wide']);
      await tab.goto(`${origin}/blog`);
      expect(await tooWideIn(tab), `list at ${width}`).toEqual([]);
      await tab.close();
    }
  },
);

testWith('chromium')('pages in Arabic are mirrored and fit a page of any width', async () => {
  const { origin, close } = await serveHost('right.example', join(project.dir, 'dist'));
  onTestFinished(close);
  const tab = await browser().newPage({ reducedMotion: 'reduce' });
  const boxOf = async (selector: string) => (await tab.locator(selector).first().boundingBox())!;
  for (const width of [320, 390, 1280]) {
    await tab.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/rules', '/login', '/chat', '/test', '/moderation']) {
      await tab.goto(`${origin}${path}`);
      const shot = `${path} at ${width}`;
      expect(await tab.locator('html').getAttribute('dir'), shot).toBe('rtl');
      expect(await tooWideIn(tab), shot).toEqual([]);
      const home = await boxOf('header .home');
      const entry = await boxOf('header nav a + a');
      expect(home.x + home.width, shot).toBeGreaterThan(width / 2);
      expect(entry.x, shot).toBeLessThan(width / 2);
      expect(entry.x, shot).toBeLessThan(home.x);
      const title = await tab.locator('h1').evaluate((heading) => {
        const text = heading.ownerDocument.createRange();
        text.selectNodeContents(heading);
        return heading.getBoundingClientRect().right - text.getBoundingClientRect().right;
      });
      expect(title, shot).toBeLessThan(1);
    }
  }
  // Beside the text, at its end.
  await tab.goto(`${origin}/rules`);
  const [contents, text] = [await boxOf('main .contents'), await boxOf('main .text')];
  expect(contents.x + contents.width).toBeLessThan(text.x);
  await tab.goto(`${origin}/qa`);
  const notice = await tab.locator('.notice').evaluate((element) => {
    const { borderLeftWidth, borderRightWidth, borderTopRightRadius, borderTopLeftRadius } = getComputedStyle(element);
    return { borderLeftWidth, borderRightWidth, borderTopRightRadius, isRound: borderTopLeftRadius !== '0px' };
  });
  expect(notice).toEqual({
    borderLeftWidth: '0px',
    borderRightWidth: '3px',
    borderTopRightRadius: '0px',
    isRound: true,
  });
});

test('random brands have the heads, sitemaps, alternates and links of the documented rules', () => {
  expect(mistakesOf(observeDist(join(project.dir, 'dist'), plan), plan)).toEqual([]);
});

/** Pages without links from other pages. */
const WITHOUT_LINKS = [
  '/404',
  '/test',
  '/moderation',
  // The login leads to the chat, and the chat to the change of an address.
  '/chat',
  '/auth/change',
  '/report/status',
  '/auth/registration/confirm',
  '/auth/restore/finish',
  '/auth/address',
];

test('a crawler without cookies finds every page of every edition from its home page', async () => {
  for (const edition of otherEditions.filter(({ closed }) => !closed)) {
    const found = await crawl(edition, join(project.dir, 'dist'));
    const files = globSync('**/*.html', { cwd: join(project.dir, 'dist', rootOf(edition)) });
    const paths = files.map(pathOf).filter((path) => !WITHOUT_LINKS.includes(path));
    expect(found.toSorted(), rootOf(edition)).toEqual(paths.toSorted());
  }
});

test('a text that looks like markup is published as it was written, and the build reads no link from it', () => {
  const $ = page('plain.example/es/blog/tags.html');
  expect($('h1').text()).toBe(likeTags.title);
  expect($('meta[name=description]').attr('content')).toBe(likeTags.description);
  expect($('main pre').text().trim()).toBe(likeTags.code);
  expect($('main p code').text()).toBe(likeTags.code);
  const sitemap = readFileSync(join(project.dir, 'dist/plain.example/en/sitemap.xml'), 'utf8');
  expect(sitemap).toContain('<loc>https://plain.example/blog/tags?lang=es</loc>');

  const root = join(project.dir, 'dist/plain.example/es');
  const { headers } = readManifest(join(project.dir, 'dist')).editions.find(
    (each) => each.root === 'plain.example/es',
  )!;
  const policy = headersFor(headers, '/')['Content-Security-Policy']!;
  const hashesIn = (selector: string): string[] =>
    globSync('**/*.html', { cwd: root }).flatMap((file) => {
      const $file = page(`plain.example/es/${file}`);
      return $file(selector)
        .map((_, element) => `'sha256-${hash('sha256', $file(element).text(), 'base64')}'`)
        .get();
    });
  const inPages = hashesIn('style, script:not([type^="application/"])');
  expect(new Set(policy.match(/'sha256-[^']*'/g))).toEqual(new Set(inPages));
  expect(policy).not.toContain('google');
});
