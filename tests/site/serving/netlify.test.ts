import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { describe, expect, onTestFinished, test } from 'vitest';

import { headersFile } from '../../../src/build/files/header-rules.ts';
import { redirectsFile } from '../../../src/build/files/netlify-redirects.ts';
import { speculationRules } from '../../../src/build/files/speculation-rules.ts';
import { isCompressedForm } from '../../../src/output/content-encodings.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { type HeaderRule, headersFor } from '../../../src/output/match-headers.ts';
import { answerVisitor } from '../../support/deploy/netlify-hosting.ts';
import { dist } from '../../support/dist.ts';
import { ONE } from '../../support/serving/request-row.ts';
import { requestTable } from '../../support/serving/request-table.ts';
import { starters } from '../../support/serving/server-starters.ts';
import { smallDist } from '../../support/site/small-dist.ts';

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
      { ...common, from: '/auth', to: '/auth/registration', status: 301 },
      { ...common, from: '/_astro/*', to: '/404.html', status: 404 },
      { ...common, from: '/*', to: '/', status: 302 },
    ]);
  });
});

/** Headers of pages; hashed files have some of them at Netlify, too. */
const COMPARED = ['content-security-policy', 'permissions-policy', 'cache-control', 'location'];

/** Paths that Netlify answers without regard to `_headers` and `_redirects`. */
const OF_NETLIFY = [
  /[.]html$/, // A page is also served under the name of its file.
  /^[/](index|404)$/,
  /[/]{2}|[\\]/,
  /.[/]([?]|$)/, // It takes a path with and without a trailing slash for the same.
  /[A-Z]/, // It compares the paths of rules without case.
];

test('of the table of requests, Netlify reads the answers of npm start to plain requests of a host', async () => {
  const site = smallDist({ [ONE]: ['ru'] }, { [ONE]: 'blue' });
  const server = await starters['npm start'](site);
  const [{ root, headers, files }] = readManifest(site).editions as [ReturnType<typeof readManifest>['editions'][0]];
  const plain = Object.keys(files).filter((file) => !isCompressedForm(file));
  const assets = plain.filter((file) => file.startsWith('_astro/'));
  const carried = new Map(plain.map((file) => [`/${file}`, readFileSync(join(site, root, file))]));
  carried.set('/_headers', Buffer.from(headersFile(headers, assets))).set('/_redirects', Buffer.from(redirectsFile));
  const rows = requestTable.filter(
    ({ method, host, path, headers: asked, status }) =>
      method === 'GET' &&
      host === ONE &&
      !Object.keys(asked).length &&
      status !== 400 &&
      !path.includes('%') &&
      !path.includes('compression-dictionary') &&
      !OF_NETLIFY.some((pattern) => pattern.test(path)),
  );
  expect(rows.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const { path, status } of rows) {
    const expected = await server.ask(ONE, path);
    const answer = await answerVisitor(carried, path.replace(/[?].*/, ''));
    const sent = Object.fromEntries(
      Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    if (answer.status !== status) wrong.push(`${path}: ${answer.status}, not ${status}`);
    if (status === 200 && !expected.body.equals(answer.body as Buffer)) wrong.push(`${path}: another body`);
    const compared = status === 404 ? [] : path.startsWith('/_astro/') ? ['cache-control'] : COMPARED;
    for (const name of compared)
      if (sent[name] !== expected.headers[name])
        wrong.push(`${path}: ${name} ${sent[name]}, not ${expected.headers[name]}`);
  }
  await server.stop();
  rmSync(site, { recursive: true });
  expect(wrong).toEqual([]);
});
