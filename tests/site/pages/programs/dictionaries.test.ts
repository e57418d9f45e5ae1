import { rmSync } from 'node:fs';

import { launch } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';

import { CHROMIUM_FLAGS } from '../../../../scripts/lib/programs/chromium.ts';
import { programs, testWith } from '../../../support/programs.ts';
import { starters } from '../../../support/serving/server-starters.ts';
import { DICTIONARY_FILE, smallDist } from '../../../support/site/small-dist.ts';

/** A secure context without TLS, which dictionaries need. */
const HOST = 'one.localhost';

testWith('nginx')(
  'Chromium fetches a dictionary once, beside the first page, and reads further pages with it',
  async () => {
    const site = smallDist({ [HOST]: ['en'] }, {}, [HOST]);
    onTestFinished(() => rmSync(site, { recursive: true }));
    const server = await starters.nginx(site);
    onTestFinished(server.stop);
    const browser = await launch({ executablePath: programs.chromium!, args: CHROMIUM_FLAGS, headless: 'shell' });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const network = await page.createCDPSession();
    await network.send('Network.enable');
    const events: string[] = [];
    const urls = new Map<string, string>();
    const fetched = Promise.withResolvers<void>();
    network.on('Network.requestWillBeSent', ({ requestId, request }) => {
      urls.set(requestId, new URL(request.url).pathname);
      if (request.url.endsWith(DICTIONARY_FILE)) events.push('dictionary');
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (urls.get(requestId) !== `/${DICTIONARY_FILE}`) return;
      // From the cache it has none.
      if (encodedDataLength) events.push('bytes');
      fetched.resolve();
    });
    const open = async (path: string): Promise<string | undefined> =>
      (await page.goto(`http://${HOST}:${server.port}${path}`))!.headers()['content-encoding'];
    expect(await open('/')).toBe('br');
    await fetched.promise;
    expect(events).toEqual(['dictionary', 'bytes']);
    // Chromium stores a dictionary after it has told of the response.
    let coding: string | undefined;
    for (let tries = 0; coding !== 'dcz' && tries < 100; tries += 1) coding = await open('/rules');
    expect(coding).toBe('dcz');
    expect(await page.title()).toBe('rules');
    expect(await page.$$('p')).toHaveLength(20);
    expect(await open('/contacts')).toBe('dcz');
    expect(await page.title()).toBe('contacts');
    expect(events.filter((event) => event === 'bytes')).toHaveLength(1);
  },
);
