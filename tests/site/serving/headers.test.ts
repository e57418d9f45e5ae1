import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { speculationRules } from '../../../src/generator/files/speculation-rules.ts';
import { joinPolicies, POLICY } from '../../../src/output/former-csp.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { headersFor } from '../../../src/output/match-headers.ts';
import { LANGUAGE_HEADERS, languageCookie } from '../../../src/output/requests/negotiate.ts';
import { surrogateKeysFor } from '../../../src/output/surrogate-keys.ts';
import { rootOf } from '../../../src/site/editions/editions.ts';
import { dist, editions, htmlFiles, readFile, readPage } from '../../support/dist.ts';

describe.each(editions)('$host in $lang', (edition) => {
  const { headers } = readManifest(dist).editions.find(({ root }) => root === rootOf(edition))!;
  const headersOf = (path: string): Record<string, string> => headersFor(headers, path);
  const all = headersOf('/');

  test('allows the styles and scripts of its pages, Google if it has a container, and no other source', () => {
    const policy = all['Content-Security-Policy']!;
    const inPages = (selector: string): string[] =>
      htmlFiles(edition).flatMap((file) => {
        const $ = readPage(edition, file);
        expect($('[style], [onclick], script[src]').length, file).toBe(0);
        return $(selector)
          .map((_, element) => `'sha256-${createHash('sha256').update($(element).text()).digest('base64')}'`)
          .get();
      });
    const allowed = (directive: string): string[] =>
      new RegExp(`${directive} ([^;]+)`).exec(policy)?.[1]!.split(' ') ?? [];
    expect(new Set(allowed('style-src'))).toEqual(new Set(inPages('style')));
    const scripts = inPages('script:not([type^="application/"])');
    expect(scripts.length).toBeGreaterThan(0);
    const google = edition.container ? ['https://www.googletagmanager.com'] : [];
    expect(new Set(allowed('script-src'))).toEqual(new Set(["'self'", ...scripts, ...google]));
    expect(policy.includes('google')).toBe(edition.container !== undefined);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  });

  test('gives camera and microphone to /chat and /test only', () => {
    expect(all['Permissions-Policy']).toContain('camera=(), microphone=()');
    for (const path of ['/chat', '/test']) {
      expect(headersOf(path)['Permissions-Policy']).toContain('camera=(self), microphone=(self)');
    }
  });

  test('has the other security headers, and caches hashed files as immutable', () => {
    expect(all).toMatchObject({
      'Strict-Transport-Security': 'max-age=2592000',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Speculation-Rules': `"/${speculationRules.file}"`,
    });
    expect(headersOf('/_astro/x.js')['Cache-Control']).toBe('public, max-age=31536000, immutable');
  });

  test('headers of an answer stay below 4 kB, also with keys, and where all hashes of the policy before differ', () => {
    const { host, lang } = edition;
    const bytesOf = (path: string): number => {
      const policy = headersOf(path)[POLICY]!;
      const former = policy.replaceAll(/'sha256-./g, (start) => start.replace(/.$/, '*'));
      const keys = surrogateKeysFor({ host, lang, surrogateKeys: 'Surrogate-Key' }, path);
      const cookie = { 'Set-Cookie': languageCookie(lang), Vary: `Accept-Encoding, ${LANGUAGE_HEADERS}` };
      const sent = { ...headersOf(path), [POLICY]: joinPolicies(policy, former), ...keys, ...cookie };
      return Object.entries(sent).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
    };
    for (const path of ['/', '/chat', '/test', `/blog/${'long-name-'.repeat(6)}`])
      expect(bytesOf(path), path).toBeLessThan(4096);
  });

  test('keeps /chat, which shows an account, out of every cache', () => {
    expect(headersOf('/chat')['Cache-Control']).toBe('no-store');
  });

  test('lets browsers prefetch and prerender static pages of its language, and no page that depends on an account', () => {
    interface Rules {
      prefetch: { where: Where }[];
      prerender: { where: Where }[];
    }
    interface Where {
      and: [{ href_matches: string }, { not: { href_matches: string[] } }, { not: { selector_matches: string } }];
    }
    const { prefetch, prerender } = JSON.parse(readFile(edition, speculationRules.file)) as Rules;
    expect(prefetch).toEqual(prerender);
    const [pages, { not: app }, { not: others }] = prerender[0]!.where.and;
    const matches = (pattern: string, path: string): boolean =>
      new URLPattern(pattern, 'https://host.example').test(path, 'https://host.example');
    const isAhead = (path: string): boolean =>
      matches(pages.href_matches, path) && !app.href_matches.some((pattern) => matches(pattern, path));
    for (const path of ['/', '/rules', '/blog/first-conversation']) {
      expect([isAhead(path), isAhead(`${path}?lang=ru`)], path).toEqual([true, true]);
    }
    for (const path of ['/login', '/chat', '/test', '/moderation', '/auth/restore', '/api/account']) {
      expect([isAhead(path), isAhead(`${path}?lang=ru`)], path).toEqual([false, false]);
    }
    // A request for another language stores the choice.
    const $ = readPage(edition, 'rules.html');
    const chosen = $('a')
      .filter(others.selector_matches)
      .map((_, link) => $(link).attr('hreflang'));
    expect(chosen.get()).toEqual(
      $('.languages a')
        .map((_, link) => $(link).attr('lang'))
        .get(),
    );
  });
});
