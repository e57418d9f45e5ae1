import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { rootOf } from '../../../src/site/editions/editions.ts';
import { dist, editions, htmlFiles, readFile, readPage, wordsOf } from '../../support/dist.ts';

/** Largest script of moderators, brotli. */
const SCRIPT_MAX_BYTES = 12_000;

const PAGE = 'moderation.html';

type Tree = Record<string, unknown> & { page: Record<string, unknown> };

describe.each(editions)('$host in $lang', (edition) => {
  const words = wordsOf(edition.lang);
  const root = join(dist, rootOf(edition));

  test('has a script of moderators that no other page names', () => {
    const [script, ...others] = globSync('_astro/moderation-page.*.js', { cwd: root });
    expect(others).toEqual([]);
    expect(brotliCompressSync(readFileSync(join(root, script!))).length).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    expect(htmlFiles(edition).filter((file) => readFile(edition, file).includes(script!))).toEqual([PAGE]);
    const scripts = globSync('_astro/*.js', { cwd: root }).filter((file) => file !== script);
    expect(scripts.filter((file) => readFileSync(join(root, file), 'utf8').includes(script!.slice(7)))).toEqual([]);
  });

  test('keeps the words of moderators from visitors', () => {
    const all = JSON.parse(readFileSync(`public/assets/i18n/${edition.lang}.json`, 'utf8')) as Tree;
    const { moderation, moderationErrors, ...rest } = all;
    const { moderation: _, ...pages } = rest.page;
    expect(JSON.parse(readFile(edition, `assets/i18n/${edition.lang}.json`))).toEqual({ ...rest, page: pages });
    expect(JSON.parse(readPage(edition, PAGE)('#moderation-words').text())).toMatchObject({
      moderation,
      moderationErrors,
    });
    expect(readFile(edition, 'chat.html')).not.toContain(JSON.stringify(words('moderation.enrolText')));
  });

  test('says on the page of moderators that it needs JavaScript, counts no visits there, and links to it from no other page', () => {
    const $ = readPage(edition, PAGE);
    expect($('noscript').text()).toContain(words('moderation.noScript'));
    expect($('[data-container]').length).toBe(0);
    const linking = htmlFiles(edition).filter((file) => readPage(edition, file)('a[href*="/moderation"]').length);
    expect(linking.filter((file) => file !== PAGE)).toEqual([]);
  });
});
