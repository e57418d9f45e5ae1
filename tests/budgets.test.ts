import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, inject, test } from 'vitest';

import { budgets, pageTypes } from '../scripts/audit/budgets.ts';
import { gradeHeaders } from '../scripts/audit/observatory.ts';
import { headersFor } from '../src/publish/headers.ts';
import { readManifest } from '../src/publish/manifest.ts';
import { editions, readFile, readPage } from './support/dist.ts';

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

describe.each(editions)('$host in $lang', (edition) => {
  test('keeps its pages within their weight, whole with their styles and without scripts', () => {
    for (const { path, reading } of pageTypes) {
      const html = readFile(edition, fileOf(path));
      const bytes = brotliCompressSync(html).length;
      expect(bytes, path).toBeLessThanOrEqual(reading ? budgets.readingPageBytes : budgets.shortPageBytes);
      const $ = readPage(edition, fileOf(path));
      expect($('script[src]').length, path).toBe(budgets.externalScripts);
      // Nothing that the first paint would wait for.
      expect(1 + $('link[rel=stylesheet], link[rel=preload], script:not([type])').length).toBe(
        budgets.requestsToFirstPaint,
      );
    }
  });

  test('has headers of the best grade', () => {
    const { headers: rules } = readManifest(join(inject('site'), 'dist')).editions.find(
      ({ host, lang }) => host === edition.host && lang === edition.lang,
    )!;
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...headersFor(rules, '/') };
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { grade, score } = gradeHeaders(edition.host, lower, readFile(edition, 'index.html'));
    expect({ grade, score }).toEqual(budgets.observatory);
    const { csp } = new CspParser(lower['content-security-policy']!);
    const severe = new CspEvaluator(csp).evaluate().filter(({ severity }) => severity <= Severity.MEDIUM);
    expect(severe).toEqual([]);
  });
});

test.each(['velvet', 'satin'])('the pictures of %s keep within their weight', (look) => {
  const bytes = (name: string): number => readFileSync(`src/looks/${look}/art-${name}`).length;
  for (const format of ['avif', 'jpg']) {
    expect(bytes(`627.${format}`)).toBeLessThanOrEqual(budgets.artBytes[390]);
    expect(bytes(`wide.${format}`)).toBeLessThanOrEqual(budgets.artBytes[1440]);
  }
});
