import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, test } from 'vitest';

import { budgets, pageTypes } from '../../../scripts/audit/budgets.ts';
import { gradeHeaders } from '../../../scripts/audit/observatory.ts';
import { TRANSLATIONS_ID } from '../../../src/contract/element-ids.ts';
import { compress } from '../../../src/generator/files/compress.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { headersFor } from '../../../src/output/match-headers.ts';
import type { Edition } from '../../../src/site/editions/editions.ts';
import { dist, editions, readFile, readPage } from '../../support/dist.ts';
import { LOOK, OTHER_LOOK } from '../../support/site/two-looks.ts';

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

describe.each(editions)('$host in $lang', (edition) => {
  test('keeps its pages and their styles within their budgets, and has no script on reading pages', () => {
    for (const { path, reading } of pageTypes) {
      const $ = readPage(edition, fileOf(path));
      const hasTranslations = $(`#${TRANSLATIONS_ID}`).length > 0;
      const maxBytes = hasTranslations
        ? budgets.chatPageBytes
        : reading
          ? budgets.readingPageBytes
          : budgets.shortPageBytes;
      const page = Buffer.from(readFile(edition, fileOf(path)));
      const bytesAt = (level: 'fast' | 'best'): number => compress(page, level).br.length;
      // Deployments use the best level, which takes long; the test uses it if a page does not fit at the fast level.
      if (bytesAt('fast') > maxBytes) expect(bytesAt('best'), path).toBeLessThanOrEqual(maxBytes);
      expect($('script[src]').length, path).toBe(budgets.externalScripts);
      // Translations have the lowest priority, so the first paint does not wait for them.
      const words = 'link[rel=preload][as=fetch][fetchpriority=low]';
      expect(1 + $('link[rel=stylesheet], link[rel=preload], script[src]').not(words).length).toBe(
        budgets.requestsToFirstPaint,
      );
      expect($(words).length + Number(hasTranslations), path).toBe($('astro-island').length);
      // Reading pages have no script.
      if (!['/login', '/chat'].includes(path)) expect($('astro-island').length, path).toBe(0);
    }
  });

  test.each(['login', 'chat'] as const)('needs little JavaScript for /%s', (name) => {
    const $ = readPage(edition, `${name}.html`);
    const inline = $('script:not([type])')
      .map((_, script) => $(script).text())
      .get();
    const island = $('astro-island');
    const chunks = withImports(edition, [component(island), island.attr('renderer-url')!]);
    expect(chunks.size).toBeGreaterThan(1);
    // A script that only exports another would take a round trip more.
    expect(chunks.get(component(island))).not.toMatch(/^export\b/);
    const texts = [...chunks.values()];
    // Every visit of the chat fetches the styles of the lobby.
    if (name === 'chat') texts.push(...partWith('.who{', partsAfter(edition, [component(island)])));
    expect(bytesOf([...inline, ...texts])).toBeLessThanOrEqual(budgets.scriptBytes[name]);
  });

  test('needs little more JavaScript for what is used later, and fetches it on first use', () => {
    const chat = component(readPage(edition, 'chat.html')('astro-island'));
    const parts = partsAfter(edition, [chat]);
    const room = partWith('.log{', parts);
    expect(bytesOf(room)).toBeLessThanOrEqual(budgets.scriptBytes.room);
    const socket = partWith('reconnect_attempt', parts);
    expect(bytesOf(socket)).toBeLessThanOrEqual(budgets.scriptBytes.socket);
    const calls = partWith('RTCPeerConnection', parts);
    expect(calls.join('')).toContain('.stage{');
    expect(bytesOf(calls)).toBeLessThanOrEqual(budgets.scriptBytes.calls);
    expect(partWith('account.deletion', parts)).toBeDefined();
    const nameOf = (texts: string[], among: typeof parts): string => [...among].find(([, part]) => part === texts)![0];
    const roomName = nameOf(room, parts);
    const afterRoom = partsAfter(edition, [chat, roomName]);
    const messages = partWith('role:`log`', afterRoom);
    expect(bytesOf(messages)).toBeLessThanOrEqual(budgets.scriptBytes.messages);
    const shown = [chat, roomName, nameOf(messages, afterRoom)];
    const all = new Map([...partsAfter(edition, shown), ...parts, [shown[2]!, messages]]);
    for (const part of all.values())
      if (![calls, room, socket, messages].includes(part))
        expect(bytesOf(part)).toBeLessThanOrEqual(budgets.scriptBytes.account);
    const [first, inRoom] = [[chat], shown].map((names) => [...withImports(edition, names).values()].join(''));
    for (const text of ['chat.write', 'report.thanks', 'partner.waitingText']) expect(first, text).not.toContain(text);
    for (const text of ['chat.copyFailed', 'history.noMatches']) expect(inRoom, text).not.toContain(text);
  });

  test('has the translations of /chat in its page, every group of them that its scripts use but decisions, and titles of pages', () => {
    const $ = readPage(edition, 'chat.html');
    const inPage = JSON.parse($(`#${TRANSLATIONS_ID}`).text()) as Record<string, unknown>;
    const all = JSON.parse(readFile(edition, `assets/i18n/${edition.lang}.json`)) as typeof inPage;
    for (const [name, group] of Object.entries(inPage)) {
      if (name === 'page') expect(all[name]).toMatchObject(group as object);
      else expect(group).toEqual(all[name]);
    }
    const chat = component($('astro-island'));
    const scripts = [...withImports(edition, [chat]).values(), ...[...partsAfter(edition, [chat]).values()].flat()];
    const isUsed = (group: string): boolean => new RegExp(`[\`"']${group}\\.\\w`).test(scripts.join(''));
    // The script of decisions fetches them.
    expect(Object.keys(all).filter((group) => isUsed(group) && !(group in inPage))).toEqual(['decisions']);
    expect(isUsed('chat')).toBe(true);
    const ofPages = scripts.join('').match(/[`"']page\.[^`"']+/g)!;
    expect(ofPages.filter((key) => !key.endsWith('.title'))).toEqual([]);
  });

  test('has headers of the best grade', () => {
    const { headers: rules } = readManifest(dist).editions.find(
      ({ host, lang }) => host === edition.host && lang === edition.lang,
    )!;
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...headersFor(rules, '/') };
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { grade, score } = gradeHeaders(edition.host, lower, readFile(edition, 'index.html'));
    expect({ grade, score }).toEqual(budgets.observatory);
    expect(severeFindings(lower['content-security-policy']!)).toEqual([]);
  });
});

test('weak headers get a low grade, and a policy that allows any script is found', () => {
  const policy = "script-src * 'unsafe-inline'; object-src 'none'";
  expect(gradeHeaders('amber.example', { 'content-security-policy': policy }, '').score).toBeLessThan(50);
  expect(severeFindings(policy)).not.toEqual([]);
});

const severeFindings = (policy: string): object[] =>
  new CspEvaluator(new CspParser(policy).csp).evaluate().filter(({ severity }) => severity <= Severity.MEDIUM);

test.each([LOOK, OTHER_LOOK])('the pictures of %s keep within their budget', (look) => {
  const bytes = (name: string): number => readFileSync(`src/themes/looks/${look}/art-${name}`).length;
  for (const format of ['avif', 'jpg']) {
    expect(bytes(`627.${format}`)).toBeLessThanOrEqual(budgets.artBytes[390]);
    expect(bytes(`wide.${format}`)).toBeLessThanOrEqual(budgets.artBytes[1440]);
  }
});

const component = (island: { attr: (name: string) => string | undefined }): string => island.attr('component-url')!;

/** The parts that scripts import later: by name, the texts that are not loaded yet. */
function partsAfter(edition: Edition, names: string[]): Map<string, string[]> {
  const before = withImports(edition, names);
  const later = [...before.values()].flatMap((text) => [...text.matchAll(LATER)]).map(([, part]) => `/_astro/${part}`);
  return new Map(
    later.map((part) => {
      const all = withImports(edition, [...names, part]);
      return [part, [...all].filter(([name]) => !before.has(name)).map(([, text]) => text)];
    }),
  );
}

/** The texts of the smallest part that contains a text. */
const partWith = (text: string, parts: Map<string, string[]>): string[] =>
  [...parts.values()]
    .toSorted((one, other) => one.length - other.length)
    .find((texts) => texts.join('').includes(text))!;

/** Editions of a brand share their scripts. */
const sizes = new Map<string, number>();

function bytesOf(scripts: string[]): number {
  for (const script of scripts) if (!sizes.has(script)) sizes.set(script, brotliCompressSync(script).length);
  return scripts.reduce((sum, script) => sum + sizes.get(script)!, 0);
}

/** Dynamic imports. */
const LATER = /\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/g;

/** The text of scripts and of their static imports. */
function withImports(edition: Edition, names: string[]): Map<string, string> {
  const files = new Map<string, string>();
  const add = (name: string): void => {
    if (files.has(name)) return;
    const text = readFile(edition, name.slice(1));
    files.set(name, text);
    for (const [, imported] of text.replaceAll(LATER, '').matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g))
      add(`/_astro/${imported}`);
  };
  names.forEach(add);
  return files;
}
