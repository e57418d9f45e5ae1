// Every page, link, sitemap and JSON-LD block of the built site is valid to a program of others.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { load } from 'cheerio';
import { formatterFactory } from 'html-validate';
import { LinkChecker, LinkState } from 'linkinator';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';

import { listenOnFreePort } from '../../../../scripts/lib/listen/listen-on-free-port.ts';
import { type Edition, rootOf } from '../../../../src/site/editions/editions.ts';
import { dist, distinctPages, editions, htmlFiles, linkTo, pathOf, readFile } from '../../../support/dist.ts';
import { testWith } from '../../../support/programs.ts';
import { serveHost } from '../../../support/serving/serve-host.ts';
import { errorsOfVnu, projectValidator } from '../../../support/site/html-validate.ts';
import { shapeOf } from '../../../support/site/shape-of.ts';

const require = createRequire(import.meta.url);

/** A page that every validator has to refuse. */
const FAULTY = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Faulty</title></head>
<body><h1>One</h1><h3>Three</h3><p><div>Four</div></p><input id="five" type="date" maxlength="5"></body></html>
`;

/** A page of each shape: words alone make no page invalid. */
const examined = distinctPages();

test('pages with a fault of their own have a shape of their own', () => {
  const page = (title: string, id: string, rest = ''): string =>
    `<html lang="de"><body><h1 id="${id}">${title}</h1><h2 id="two">Zwei</h2><a href="/a b">${rest}</a></body></html>`;
  expect(shapeOf(page('Eins', 'eins', 'Wort'))).toBe(shapeOf(page('One &amp; only', 'one', 'word')));
  const shapes = [
    page('Eins', 'eins'),
    page('Eins', 'two'),
    page('Eins', '1'),
    page('Eins', 'ei ns'),
    page('', 'eins'),
    page('Zwei', 'eins'),
    page('Eins & eins', 'eins'),
    page('Eins', 'eins').replace('/a b', '/b'),
    page('Eins', 'eins', '<b></b>'),
    page('Eins', 'eins').replace('<a', '<a class="x"'),
  ].map(shapeOf);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('html-validate finds no error on any page', async () => {
  const validator = projectValidator();
  const faults = await validator.validateString(FAULTY);
  expect(faults.results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual(
    expect.arrayContaining(['heading-level', 'input-attributes']),
  );
  const report = await validator.validateMultipleFiles(examined);
  expect(formatterFactory('text')(report.results)).toBe('');
});

testWith('java')('the W3C validator finds no error on any page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'faulty.html'), FAULTY);
  const errors = await errorsOfVnu([folder, ...examined]);
  expect(errors.filter((error) => !error.includes('faulty.html'))).toEqual([]);
  expect(errors.join('\n')).toContain('No “p” element in scope');
});

test.each(editions)(
  'no link of $host in $lang is broken or redirected, or loses the language without a cookie',
  async (edition) => {
    const { origin, close } = await serveHost(edition.host);
    onTestFinished(close);
    const pages = htmlFiles(edition).filter((file) => file !== '404.html');
    const { broken, working } = await checkLinks(
      pages.map((file) => `${origin}${linkTo(edition, pathOf(file))}`),
      // Other editions.
      [`\\?lang=(?!${edition.lang}\\b)`],
    );
    expect(broken).toEqual([]);
    const found = working.map((url) => new URL(url));
    expect(found.length).toBeGreaterThanOrEqual(pages.length);
    const paths = new Set(pages.map(pathOf));
    const lost = found.filter(
      ({ pathname, search }) => paths.has(pathname) && linkTo(edition, pathname) !== pathname + search,
    );
    expect(lost).toEqual([]);
  },
);

test('a link to no page, to no element or to a redirect is found', async () => {
  const { port, close } = await listenOnFreePort(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (url === '/') response.end('<a href="/gone">1</a> <a href="#nowhere">2</a> <a href="/moved">3</a>');
    else if (url === '/moved') response.writeHead(302, { Location: '/' }).end();
    else response.writeHead(404).end();
  });
  onTestFinished(close);
  const { broken } = await checkLinks([`http://127.0.0.1:${port}/`]);
  for (const target of ['/gone', '#nowhere', '/moved']) expect(broken).toContainEqual(expect.stringContaining(target));
});

async function checkLinks(path: string[], skipped: string[] = []): Promise<{ broken: string[]; working: string[] }> {
  const { links } = await new LinkChecker().check({
    path,
    recurse: true,
    checkFragments: true,
    redirects: 'error',
    linksToSkip: ['^https:', '^mailto:', ...skipped],
  });
  const broken = links.filter(({ state }) => state === LinkState.BROKEN);
  return {
    broken: broken.map(({ url, parent, status }) => `${parent} -> ${url} (${status})`),
    working: links.filter(({ state }) => state === LinkState.OK).map(({ url }) => url),
  };
}

/** The address of a page with those of its translations, if search engines may list it under its own address. */
function alternatesByCanonical(edition: Edition, file: string): [string, string[]][] {
  const $ = load(readFile(edition, file).split('<body')[0]!);
  const canonical = $('link[rel=canonical]').attr('href');
  const isIndexed = $('meta[name=robots]').attr('content') === 'index, follow';
  if (!isIndexed || canonical !== `https://${edition.host}${linkTo(edition, pathOf(file))}`) return [];
  const alternates = $('link[rel=alternate][hreflang]').map((_, link) => $(link).attr('href'));
  return [[canonical, alternates.get()]];
}

test('every sitemap is valid, and names the pages that are canonical to themselves with their alternates', async () => {
  const schemaFolder = join(dirname(require.resolve('sitemap/package.json')), 'schema');
  const preload = [
    { fileName: 'sitemap.xsd', contents: readFileSync(join(schemaFolder, 'sitemap.xsd'), 'utf8') },
    { fileName: 'xhtml-link.xsd', contents: readFileSync('tests/xsd/xhtml-link.xsd', 'utf8') },
  ];
  const schema = [{ fileName: 'all.xsd', contents: readFileSync('tests/xsd/sitemap-with-alternates.xsd', 'utf8') }];
  const validate = (contents: string) => validateXML({ xml: [{ fileName: 'sitemap.xml', contents }], schema, preload });
  let sitemaps = 0;
  for (const edition of editions) {
    // The sitemap of a host lies in the edition of its first language.
    const ofHost =
      edition.lang === edition.hostLanguages[0] ? editions.filter(({ host }) => host === edition.host) : [];
    const own = ofHost.flatMap((other) => htmlFiles(other).flatMap((file) => alternatesByCanonical(other, file)));
    const robots = readFile(edition, 'robots.txt');
    if (!own.length) {
      expect(existsSync(join(dist, rootOf(edition), 'sitemap.xml')), rootOf(edition)).toBe(false);
      expect(robots).not.toContain('Sitemap');
      continue;
    }
    sitemaps += 1;
    const xml = readFile(edition, 'sitemap.xml');
    expect(robots).toContain(`Sitemap: https://${edition.host}/sitemap.xml`);
    expect((await validate(xml)).errors, rootOf(edition)).toEqual([]);
    if (sitemaps === 1) expect((await validate(xml.replace('</loc>', '</loc><price>1</price>'))).valid).toBe(false);
    const listed = [...xml.matchAll(/<url>(.*?)<\/url>/g)].map(([, url]) => [
      /<loc>(.*?)<\/loc>/.exec(url!)![1],
      [...url!.matchAll(/href="(.*?)"/g)].map(([, href]) => href),
    ]);
    expect(new Map(listed as [string, string[]][])).toEqual(new Map(own as [string, string[]][]));
  }
  expect(sitemaps).toBeGreaterThan(0);
});

test('every JSON-LD block conforms to its schema.org type', () => {
  const blocks = new Set(
    editions.flatMap((edition) =>
      htmlFiles(edition).flatMap((file) =>
        [...readFile(edition, file).matchAll(/<script type="?application\/ld\+json"?>([^]*?)<\/script>/g)].map(
          ([, block]) => JSON.stringify(JSON.parse(block!, withoutTexts)),
        ),
      ),
    ),
  );
  const types = [...blocks].map((block) => (JSON.parse(block) as { '@type': string })['@type']);
  expect(new Set(types)).toEqual(new Set(['WebSite', 'FAQPage', 'BlogPosting', 'BreadcrumbList']));
  const lines = [...blocks].map(
    (block, index) => `export const block${index}: WithContext<${types[index]}> = ${block};`,
  );
  const shipped = `import type { ${[...new Set(types)].join(', ')}, WithContext } from 'schema-dts';\n${lines.join('\n')}\n`;
  const faulty = `import type { WebSite, WithContext } from 'schema-dts';\nexport const block: WithContext<WebSite> = { '@context': 'https://schema.org', '@type': 'WebSite', nmae: '' };\n`;
  const errors = typeErrors({ shipped, faulty });
  expect(errors.shipped).toEqual([]);
  expect(errors.faulty).not.toEqual([]);
});

/** Makes blocks equal that differ in texts only: types of schema.org tell no texts apart but names of its own. */
const withoutTexts = (key: string, value: unknown): unknown =>
  typeof value !== 'string' || ['@context', '@type'].includes(key) || value.startsWith('https://schema.org/')
    ? value
    : '';

/** Type errors of sources, which share a program: the types of schema.org take seconds to read. */
function typeErrors<Name extends string>(sources: Record<Name, string>): Record<Name, string[]> {
  const folder = '.cache/json-ld';
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(sources) as Name[];
  const pathOfSource = (name: Name): string => `${folder}/${name}.check.ts`;
  for (const name of names) writeFileSync(pathOfSource(name), sources[name]);
  const program = ts.createProgram(names.map(pathOfSource), {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  const errors = names.map((name): [Name, string[]] => {
    const source = program.getSourceFile(pathOfSource(name))!;
    const found = [...general, ...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return [name, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
  });
  rmSync(folder, { recursive: true });
  return Object.fromEntries(errors) as Record<Name, string[]>;
}
