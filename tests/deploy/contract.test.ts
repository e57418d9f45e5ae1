// Every type of target keeps its side of `Target` and `Session`: what a deployment sends and changes, the ways back, parts of a site, and the lease.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { Credentials } from '../../src/deploy/requests/credentials.ts';
import { createTarget, targetSchema } from '../../src/deploy/targets/registry.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { changeDist } from '../support/deploy/change-dist.ts';
import { deployerOf } from '../support/deploy/deployer.ts';
import { servedTargets } from '../support/deploy/served-targets.ts';
import { testWith } from '../support/programs.ts';
import { smallDist } from '../support/site/small-dist.ts';

const HOST = 'en.test';
const OTHER = 'de.test';
const RULES = `${HOST}/en/rules.html`;
const SCRIPT = '/_astro/island.1a2b3c.js';
const NEW_SCRIPT = '/_astro/island.9f8e7d.js';

const first = smallDist({ [HOST]: ['en'], [OTHER]: ['de'] });
const second = changeDist(first, {
  [RULES]: '<html><p>The second rules.</p></html>',
  [`${HOST}/en${SCRIPT}`]: undefined,
  [`${HOST}/en${NEW_SCRIPT}`]: '/* new */',
});
const both = changeDist(second, { [`${OTHER}/de/rules.html`]: '<html><p>Neue Regeln</p></html>' });
const dists = [first, second, both];
const [firstBuild, secondBuild] = dists.map((dist) => readManifest(dist).build) as [string, string, string];
afterAll(() => dists.forEach((dist) => rmSync(dist, { recursive: true })));

for (const [type, { needs, open }] of Object.entries(servedTargets)) {
  const testHere = needs.map(testWith).find((each) => each !== test) ?? test;
  testHere(`a target "${type}" is a target`, async () => {
    const site = await open();
    const target = createTarget(targetSchema.parse({ ...site.options, verify: false }), new Credentials(process.env));
    const deployer = deployerOf(target);
    const { deploy } = deployer;
    const text = async (host: string, path: string): Promise<string> => (await site.ask(host, path)).body;
    const expectRules = (host: string, words: string) => expect.poll(() => text(host, '/rules')).toContain(words);
    const { signal } = new AbortController();
    const builds = async (): Promise<string[]> => {
      const session = await target.open(signal);
      return (await session.generations().finally(() => session.close())).map(({ build }) => build);
    };
    expect(await deploy(first)).toMatchObject({ build: firstBuild, previous: null });
    site.start();
    await expectRules(HOST, '<html');
    const firstRules = await text(HOST, '/rules');

    expect(await deploy(first)).toMatchObject({ isUpToDate: true });
    expect(deployer.said).toEqual([]);

    await deploy(second, { isDryRun: true });
    expect(deployer.said[0]).toContain('1 of 16 pages changed');
    expect(await builds()).toEqual([firstBuild]);

    // A page and a script, each in the forms that the target keeps.
    const forms = ['', '.br', '.gz'].filter((form) => target.carries(`${RULES}${form}`)).length;
    expect(await deploy(second)).toMatchObject({
      build: secondBuild,
      previous: firstBuild,
      files: { sent: 2 * forms },
      pages: { changed: 1, total: 16 },
    });
    await expectRules(HOST, 'The second rules.');
    // Pages that are open request the script of their generation.
    for (const script of [SCRIPT, NEW_SCRIPT]) expect(await text(HOST, script), script).toBeTruthy();

    await expect(deploy(second, { to: '0123456789abcdef' })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(firstBuild),
    });
    expect(await deploy(second, { to: firstBuild })).toMatchObject({ build: firstBuild, files: { sent: 0 } });
    await expect.poll(() => text(HOST, '/rules')).toBe(firstRules);
    for (const script of [SCRIPT, NEW_SCRIPT]) expect(await text(HOST, script), script).toBeTruthy();

    await deploy(both, { hosts: [OTHER] });
    await expectRules(OTHER, 'Neue Regeln');
    expect(await text(HOST, '/rules')).toBe(firstRules);
    await expect(deploy(both, { hosts: ['fr.test'] })).rejects.toMatchObject({ exitCode: 2 });

    const damaged = changeDist(both, { [RULES]: '<html>Good</html>' });
    dists.push(damaged);
    writeFileSync(join(damaged, RULES), '<html>Evil</html>');
    await expect(deploy(damaged)).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining(RULES) });
    expect(await text(HOST, '/rules')).toBe(firstRules);

    await deploy(second, { keep: 2 });
    expect(await builds()).toHaveLength(2);
    await expectRules(HOST, 'The second rules.');

    const session = await target.open(signal);
    const { build } = readManifest(second);
    expect((await session.generations()).map((each) => [each.build === build, each.isServed])).toEqual([
      [true, true],
      [false, false],
    ]);
    await session.writeJournal('a text');
    expect(await session.readJournal()).toBe('a text');
    await session.writeJournal(undefined);
    expect(await session.readJournal()).toBeUndefined();
    await expect(deploy(both)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(`process ${process.pid}`),
    });
    expect(await target.unlock(signal)).toContain(`process ${process.pid}`);
    expect(await target.unlock(signal)).toBeUndefined();
    await expect(session.prune([])).rejects.toMatchObject({ exitCode: 3 });
    await session.close();
    expect(await deploy(both)).toMatchObject({ previous: secondBuild });
    await site.stop();
  });
}
