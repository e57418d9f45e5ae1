import { rmSync } from 'node:fs';

import { expect, onTestFinished } from 'vitest';

import { launchFirefox } from '../support/other-browsers/firefox.ts';
import { startTlsSite } from '../support/other-browsers/tls-site.ts';
import { launchWebKit } from '../support/other-browsers/webkit.ts';
import { programs, testWith } from '../support/programs.ts';
import { starters } from '../support/serving/server-starters.ts';
import { smallDist } from '../support/site/small-dist.ts';

const HOST = 'one.example';
const PAGES = ['/', '/rules', '/contacts', '/rules', '/contacts'];

const browsers = [
  ['Firefox', 'firefox', launchFirefox],
  ['WebKitGTK', 'webKitDriver', launchWebKit],
] as const;

for (const [name, program, launchBrowser] of browsers)
  testWith(programs.caddy && programs.nginx ? program : 'nginx')(
    `${name} shows the pages of a build with dictionaries, whether or not it knows them`,
    async () => {
      const dist = smallDist({ [HOST]: ['en'] }, {}, [HOST]);
      onTestFinished(() => rmSync(dist, { recursive: true }));
      const server = await starters.nginx(dist);
      onTestFinished(server.stop);
      const site = await startTlsSite(HOST, server.port, false);
      onTestFinished(site.close);
      const browser = await launchBrowser(site);
      onTestFinished(browser.close);
      const page = await browser.newPage();
      for (const path of PAGES) {
        await page.goto(`https://${HOST}${path}`);
        const shown = await page.evaluate(() => [document.title, document.querySelectorAll('p').length]);
        expect(shown).toEqual([path.slice(1) || 'index', 20]);
      }
      expect(page.errors()).toEqual([]);
      await page.close();
    },
  );
