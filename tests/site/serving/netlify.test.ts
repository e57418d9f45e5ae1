import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { describe, expect, onTestFinished, test } from 'vitest';

import { speculationRules } from '../../../src/build/files/speculation-rules.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { type HeaderRule, headersFor } from '../../../src/output/match-headers.ts';
import { dist } from '../../support/dist.ts';

/** Paths with different headers. */
const PATHS = ['/', '/rules', '/chat', '/test', '/blog/chat', `/${speculationRules.file}`];

test('lines that Netlify cannot read are found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'netlify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [headersFiles, redirectsFiles] = [[join(folder, '_headers')], [join(folder, '_redirects')]];
  writeFileSync(headersFiles[0]!, '  X-Frame-Options: DENY\n');
  writeFileSync(redirectsFiles[0]!, '/only-a-source\n');
  const headers = await parseAllHeaders({ headersFiles, configHeaders: undefined, minimal: false });
  const redirects = await parseAllRedirects({ redirectsFiles, configRedirects: [], minimal: true });
  expect([headers.errors.length, redirects.errors.length]).toEqual([1, 1]);
});

describe.each(readManifest(dist).editions)('Netlify reads of $host in $lang', ({ root, headers: rules, files }) => {
  test('the headers of the manifest', async () => {
    const headersFiles = [join(dist, root, '_headers')];
    const { headers, errors } = await parseAllHeaders({ headersFiles, configHeaders: undefined, minimal: false });
    expect(errors).toEqual([]);
    const read = headers.map((header): HeaderRule => ({ path: header.for, headers: header.values }));
    const isHashed = ({ path }: HeaderRule): boolean => path.startsWith('/_astro/');
    expect(read.filter((rule) => !isHashed(rule))).toEqual(rules.filter((rule) => !isHashed(rule)));
    const hashed = Object.keys(files).filter((file) => /^_astro\/.*(?<!\.br|\.gz)$/.test(file));
    expect(
      read
        .filter(isHashed)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(hashed.map((file) => `/${file}`));
    for (const path of [...PATHS, `/${hashed[0]}`]) {
      const matching = (headers as Header[]).filter(({ forRegExp }) => forRegExp.test(path));
      expect(Object.assign({}, ...matching.map(({ values }) => values)), path).toMatchObject(headersFor(rules, path));
    }
    // A 404 must not be cached for a year with the headers of hashed files.
    expect((headers as Header[]).filter(({ forRegExp }) => forRegExp.test('/_astro/nope.js')).length).toBe(1);
    // Cloudflare reads 100 rules.
    expect(headers.length).toBeLessThanOrEqual(100);
  });

  test('a 404 for a missing hashed file, and a redirect home for any other path', async () => {
    const redirectsFiles = [join(dist, root, '_redirects')];
    const { redirects, errors } = await parseAllRedirects({ redirectsFiles, configRedirects: [], minimal: true });
    expect(errors).toEqual([]);
    // Without "force", existing files take precedence.
    const common = { query: {}, force: false, conditions: {}, headers: {} };
    expect(redirects).toEqual([
      { ...common, from: '/_astro/*', to: '/404.html', status: 404 },
      { ...common, from: '/*', to: '/', status: 302 },
    ]);
  });
});
