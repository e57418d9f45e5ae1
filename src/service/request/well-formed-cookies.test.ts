import { readFileSync } from 'node:fs';

import { parseCookies } from 'better-auth/cookies';
import { parse } from 'hono/utils/cookie';
import { expect, test } from 'vitest';

import { languagePatterns } from '../../output/requests/language-patterns.ts';
import { listFiles } from '../../shared/files/list-files.mjs';
import { withProductionNames } from './local-cookies.ts';
import { linkForms } from './request-context.ts';
import { wellFormedCookies } from './well-formed-cookies.ts';

/** What a header can carry and some parser might trim, skip or unquote: bytes of Latin-1, and characters as bytes of UTF-8. */
const bytes = Array.from({ length: 255 }, (_, code) => String.fromCharCode(code + 1));
const points = [0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x1680, 0x180e, 0x3000, 0xfeff, 0xfff9, 0xe0001];
const ranges = [0x2000, 0x2010, 0x2020, 0x2028, 0x2050, 0x2060].flatMap((from) =>
  Array.from({ length: 16 }, (_, index) => from + index),
);
const encoded = [...points, ...ranges].map((code) => Buffer.from(String.fromCodePoint(code)).toString('latin1'));
const odd = [...bytes, ...encoded, '""', '  \xa0', '\t\xa0\t'].filter((text) => !/^[; \t]$/.test(text));

const sources = listFiles('src')
  .filter((file) => /^(service|contract)\/.*(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

/** Every cookie with the prefix that the service names, and the cookie of the language. */
const names = [
  ...new Set(
    sources
      .flatMap(({ text }) => [...text.matchAll(/['"`=]__Host-([\w-]+|\$\{form\})/g)])
      .flatMap(([, name = '']) => (name.startsWith('$') ? [...linkForms, 'reportStatus'] : [name])),
  ),
].map((name) => `__Host-${name}`);

/** The ways in which the service reads a cookie of a request. */
const readers: Record<string, (cookies: string, name: string) => string | undefined> = {
  'better-auth': (cookies, name) => parseCookies(cookies).get(name),
  'hono, all': (cookies, name) => parse(cookies)[name],
  'hono, one': (cookies, name) => parse(cookies, name)[name],
  'own, split': (cookies, name) =>
    cookies
      .split('; ')
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.slice(name.length + 1),
};

test('the list has the cookies of session, passkey, short session, device, age, registration, links and quick exit', () => {
  expect(names.length).toBeGreaterThanOrEqual(11);
  expect(names).toEqual(expect.arrayContaining(['__Host-session', '__Host-device', '__Host-confirm', '__Host-left']));
});

test.each(['site.example', 'site.example.localhost'])('a cookie with an odd name is no cookie of %s', (host) => {
  const isLocal = host.endsWith('.localhost');
  for (const name of names) {
    const sent = isLocal ? name.replace('__Host-', 'local-') : name;
    const own = `${sent}=own`;
    const foreign = odd.flatMap((text) => [`${text}${sent}=foreign`, `${sent}${text}=foreign`]);
    // `a=` in the middle is another cookie, and `a` before or after the name another name.
    const others = foreign.filter((cookie) => !cookie.startsWith(own.slice(0, -3)));
    for (const header of [[...others, own].join('; '), [own, ...others].join(';'), `${others.join('; ')}; ${own}`]) {
      const cookies = withProductionNames(host, wellFormedCookies(header));
      for (const [reader, read] of Object.entries(readers))
        expect([reader, read(cookies, name)]).toEqual([reader, 'own']);
    }
    const alone = withProductionNames(host, wellFormedCookies(others.join('; ')));
    for (const read of Object.values(readers)) expect(read(alone, name)).toBeUndefined();
  }
});

test('a cookie with an odd name selects no language, and of two the first does', () => {
  const pattern = new RegExp(languagePatterns(['en', 'de']).cookie);
  const cookies = wellFormedCookies(odd.flatMap((text) => [`${text}lang=de`, `lang${text}=de`]).join('; '));
  expect(pattern.exec(cookies)).toBeNull();
  expect(pattern.exec(wellFormedCookies('lang=de;lang=en; \xa0lang=en'))?.[1]).toBe('de');
});

test('of two cookies with the prefix and one name, none counts: browsers send one', () => {
  expect(wellFormedCookies('__Host-session=one; lang=de; __Host-session=two')).toBe('lang=de');
  expect(wellFormedCookies('local-session=one; local-session=two;lang=de;lang=en')).toBe('lang=de');
});

test('no other file reads the cookies of a request', () => {
  const reading = /\bheaders\.cookie\b|header\(['"]cookie|\bget(?:Signed)?Cookie\(|rawHeaders|headersDistinct\.cookie/i;
  expect(sources.filter(({ text }) => reading.test(text)).map(({ file }) => file)).toEqual([
    'service/request/resolve-context.ts',
  ]);
});
