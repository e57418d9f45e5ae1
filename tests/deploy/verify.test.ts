import { rmSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeEach, expect } from 'vitest';

import type { PurgeRequest } from '../../src/deploy/purger.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { type DeployedFolder, deployedFolder } from '../support/deploy/deployed-folder.ts';
import { testWith } from '../support/programs.ts';
import { type RunningServer, starters } from '../support/serving/server-starters.ts';
import { smallDist } from '../support/site/small-dist.ts';

const HOST = 'en.test';
const RULES = `${HOST}/en/rules.html`;
const HOSTS = { [HOST]: ['en'], 'two.test': ['de', 'fr'] };

const first = smallDist(HOSTS);
const second = changeDist(first, {
  [RULES]: '<html><p>The second rules.</p></html>',
  'two.test/fr/rules.html': '<html><p>Les règles.</p></html>',
  'two.test/de/robots.txt': '# second\n',
  [`${HOST}/en/contacts.html`]: undefined,
});

let folder: DeployedFolder;
const stops: (() => unknown)[] = [];
beforeEach(() => {
  folder = deployedFolder();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  folder.remove();
});
afterAll(() => [first, second].forEach((dist) => rmSync(dist, { recursive: true })));

async function start(name: 'nginx' | 'caddy' | 'npm start'): Promise<RunningServer> {
  const server = await starters[name](`${folder.path}/current`);
  stops.push(server.stop);
  return server;
}

/** A cache in front of a server that answers a path as `toAnswer` says. */
async function startFaultyCache(
  port: number,
  faults: Record<string, { body?: string; header?: [string, string] }>,
): Promise<string> {
  const cache = createServer((incoming, outgoing) => {
    const { url = '', headers, method } = incoming;
    const fault = faults[url];
    if (fault?.body)
      return void outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(fault.body);
    const sent = forward({ port, path: url, headers, method }, (answer) => {
      const changed = fault?.header ? { [fault.header[0].toLowerCase()]: fault.header[1] } : {};
      answer.pipe(outgoing.writeHead(answer.statusCode!, { ...answer.headers, ...changed }));
    });
    sent.end();
  });
  await new Promise<void>((done) => cache.listen(0, '127.0.0.1', done));
  stops.push(() => cache.close());
  return `http://127.0.0.1:${(cache.address() as AddressInfo).port}`;
}

testWith('nginx')('verification fetches every changed URL in each encoding from nginx', async () => {
  await folder.deploy(first);
  const { port } = await start('nginx');
  const purged: PurgeRequest[] = [];
  const purger = {
    keepsVary: true,
    describe: () => ({ calls: 1, seconds: 0, note: 'Free.' }),
    purge: async (request: PurgeRequest) => void purged.push(request),
  };
  const report = await folder.deploy(second, {
    purgers: [purger],
    verify: { address: `http://127.0.0.1:${port}`, maxUrls: 500 },
  });
  const urls = [
    `https://${HOST}/contacts`,
    `https://${HOST}/rules`,
    'https://two.test/robots.txt',
    'https://two.test/robots.txt?lang=de',
    'https://two.test/rules',
    'https://two.test/rules?lang=fr',
  ];
  expect(purged.map((request) => request.urls.toSorted())).toEqual([urls]);
  expect(report).toMatchObject({ verified: urls.length, purged: { urls: urls.length, calls: 1 } });
});

testWith('caddy')('verification accepts the answers of Caddy to all URLs of a first deployment', async () => {
  await folder.deploy(first);
  const { port } = await start('caddy');
  // The target forgets which generation it serves, so that all URLs count as changed.
  rmSync(`${folder.path}/current`);
  await folder.deploy(first, { verify: { address: `http://127.0.0.1:${port}`, maxUrls: 20 } });
});

testWith('nginx')(
  'verification names URL, expected and received content and header, and the next run verifies again',
  async () => {
    await folder.deploy(first);
    const { port } = await start('nginx');
    const faults: Parameters<typeof startFaultyCache>[1] = {
      '/rules': { body: '<html>Stale</html>' },
      '/robots.txt': { header: ['X-Content-Type-Options', 'none'] },
    };
    const address = await startFaultyCache(port, faults);
    const refused = folder.deploy(second, { verify: { address, maxUrls: 500 } });
    const { message, exitCode } = await refused.then(
      () => ({ message: '', exitCode: 0 }),
      (error: Error & { exitCode: number }) => error,
    );
    expect(exitCode).toBe(4);
    expect(message).toMatch(new RegExp(`https://${HOST}/rules \\(gzip\\) Content-Encoding: expected gzip; got none`));
    expect(message).toMatch(
      new RegExp(`https://${HOST}/rules \\(identity\\) content: expected SHA-256 \\w{64}; got SHA-256`),
    );
    expect(message).toMatch(/robots\.txt \(identity\) X-Content-Type-Options: expected nosniff; got none/);
    // Caches may still have wrong answers: this is no deployment of the served build.
    for (const path of Object.keys(faults)) delete faults[path];
    expect(await folder.deploy(second, { verify: { address, maxUrls: 500 } })).toMatchObject({ isUpToDate: false });
    expect(await folder.deploy(second)).toMatchObject({ isUpToDate: true });
  },
);
