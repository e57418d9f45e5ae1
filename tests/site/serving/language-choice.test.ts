import { rmSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { testWith } from '../../support/programs.ts';
import { acceptLanguages, chosenByRule } from '../../support/serving/accept-languages.ts';
import { type RunningServer, starters } from '../../support/serving/server-starters.ts';
import { smallDist } from '../../support/site/small-dist.ts';

/** Languages of hosts between which a choice is hard. */
const hosts: Record<string, string[]> = {
  'plain.example': ['en', 'de', 'fr', 'ar'],
  'regions.example': ['en', 'es-419', 'es', 'pt-BR', 'en-GB', 'fr-CA'],
  'british.example': ['en-GB', 'en', 'de-AT', 'pt-PT', 'pt-BR', 'es-MX'],
  'chinese.example': ['de', 'zh-Hans', 'zh-Hant'],
  'simplified.example': ['de', 'zh-Hans', 'en'],
  'traditional.example': ['en', 'zh-Hant', 'zh-Hant-HK', 'de'],
  'serbian.example': ['en', 'sr-Latn', 'uz-Cyrl', 'ru'],
};

let site: string;
beforeAll(() => {
  site = smallDist(hosts);
});
afterAll(() => rmSync(site, { recursive: true }));

describe.each(['npm start', 'nginx', 'caddy'] as const)('%s', (name) => {
  const testServer = name === 'npm start' ? test : testWith(name);
  let server: RunningServer;
  beforeAll(async () => {
    if (testServer !== test.skip) server = await starters[name](site);
  });
  afterAll(() => server?.stop());

  const langOf = async (host: string, path: string, headers: Record<string, string>): Promise<string | undefined> =>
    /lang="([^"]+)"/.exec((await server.ask(host, path, headers)).body.toString())?.[1];

  testServer.each(Object.entries(hosts))('chooses on %s among %j as the rule says', async (host, tags) => {
    const chosen = await Promise.all(
      acceptLanguages.map(async (header) => [header, await langOf(host, '/rules', { 'Accept-Language': header })]),
    );
    expect(chosen).toEqual(acceptLanguages.map((header) => [header, chosenByRule(tags, header)]));
  });

  testServer('goes by ?lang=, then by the cookie, then by the header, and never by similar names', async () => {
    const ask = (path: string, cookie = '', accept = ''): Promise<string | undefined> =>
      langOf('regions.example', path, {
        ...(cookie && { Cookie: cookie }),
        ...(accept && { 'Accept-Language': accept }),
      });
    const rows: [lang: string, path: string, cookie?: string, accept?: string][] = [
      ['es-419', '/rules?lang=es-419', 'lang=es', 'fr'],
      ['pt-BR', '/rules?a=b&lang=pt-BR&c=d', 'lang=es'],
      ['es', '/rules?lang=xx&lang=es'],
      ['es', '/rules?lang=xx', 'a=b; lang=es; c=d', 'fr'],
      ['es', '/rules?LANG=fr-CA', 'lang=es'],
      ['es', '/rules?xlang=fr-CA', 'lang=es'],
      ['es', '/rules?lang=FR-CA', 'lang=es'],
      ['es', '/rules?lang=fr-CAB', 'lang=es'],
      ['es-419', '/rules', 'lang=es-419'],
      ['fr-CA', '/rules', 'xlang=es; Lang=es; lang=de', 'fr'],
      ['en', '/rules'],
    ];
    for (const [lang, ...request] of rows) expect(await ask(...request), request.join(' ')).toBe(lang);
  });
});

test('the rule of the table is independent of the rule of the servers', () => {
  expect(chosenByRule(['en', 'zh-Hans'], 'zh-CN')).toBe('zh-Hans');
  expect(chosenByRule(['en', 'zh-Hans'], 'zh-TW, de')).toBe('en');
  expect(chosenByRule(['en', 'de'], 'de;q=0, en;q=0.1')).toBe('en');
  expect(chosenByRule(['en-GB', 'en'], 'en')).toBe('en');
  expect(chosenByRule(['en', 'pt-BR'], 'pt')).toBe('pt-BR');
  expect(chosenByRule(['en', 'de'], 'xx, de-AT-1996')).toBe('de');
  expect(acceptLanguages.length).toBeGreaterThanOrEqual(200);
});
