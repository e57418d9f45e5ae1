// Deployments that are killed at any moment: visitors have a whole generation, the way back and the next deployment finish, and the server knows the hosts of the generation that it serves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { Credentials } from '../../../src/deploy/requests/credentials.ts';
import { createTarget, targetSchema } from '../../../src/deploy/targets/registry.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import { crawledBuilds, crawlWhileDeploying } from '../../support/deploy/crawl-while-deploying.ts';
import { deployedFolder } from '../../support/deploy/deployed-folder.ts';
import { deployerOf } from '../../support/deploy/deployer.ts';
import { type ServedTarget, servedTargets, type VisitorAnswer } from '../../support/deploy/served-targets.ts';
import { testWith } from '../../support/programs.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';
import { starters } from '../../support/serving/server-starters.ts';
import { hashOf } from '../../support/site/dist-copies.ts';
import { smallDist } from '../../support/site/small-dist.ts';

/** Deployments to each target that are killed. */
const KILLS = 50;

/** Kills after which a whole deployment is measured again. */
const MEASURE_EVERY = 10;

/** Three deployments a kill, which take some seconds each over SSH. */
const TIMEOUT_MS = 2_400_000;

const SHARED = 'one.example';

/** A generation has one of these in turn: hosts with their languages, and the colour of their pages, which their policy depends on. */
const LOOKS = [
  { hosts: { [SHARED]: ['en'], 'old.example': ['en'] }, colour: 'red' },
  { hosts: { [SHARED]: ['en'], 'new.example': ['en', 'de'] }, colour: 'blue' },
];
const HOSTS = [...new Set(LOOKS.flatMap(({ hosts }) => Object.keys(hosts)))];

const bases = LOOKS.map(({ hosts, colour }) =>
  smallDist(hosts, Object.fromEntries(Object.keys(hosts).map((host) => [host, colour]))),
);
afterAll(() => bases.forEach((dist) => rmSync(dist, { recursive: true })));

const lookOf = (generation: number): (typeof LOOKS)[number] => LOOKS[generation % LOOKS.length]!;
const scriptOf = (generation: number): string => `/_astro/app.${generation}.js`;
const styleOf = (generation: number): string => `body{color:${lookOf(generation).colour}}`;
const pageOf = (generation: number): string =>
  `<html lang="en"><head><title>rules</title><style>${styleOf(generation)}</style></head><script src="${scriptOf(generation)}"></script></html>`;

/** A build whose rules and script are new. */
const buildOf = (generation: number): string =>
  changeDist(
    bases[generation % bases.length]!,
    Object.fromEntries(
      Object.keys(lookOf(generation).hosts).flatMap((host) => [
        [`${host}/en/rules.html`, pageOf(generation)],
        [`${host}/en${scriptOf(generation)}`, `/* script ${generation} */`],
      ]),
    ),
  );

for (const [type, { needs, open }] of Object.entries(servedTargets)) {
  const testHere = needs.map(testWith).find((each) => each !== test) ?? test;
  testHere.concurrent(
    `deployments to a target "${type}", ${KILLS} of them killed at any moment, leave a whole generation, and lead back and forward`,
    async ({ expect: expectHere }) => {
      const site = await open();
      await killDeployments(site, expectHere);
      await site.stop();
    },
    TIMEOUT_MS,
  );
}

async function killDeployments(site: ServedTarget, expectHere: typeof expect): Promise<void> {
  const options = { ...site.options, verify: false, keep: 2 };
  const project = mkdtempSync(join(tmpdir(), 'deploying-'));
  writeFileSync(join(project, 'deploy.config.ts'), `export default ${JSON.stringify({ test: options })};\n`);
  const { deploy } = deployerOf(createTarget(targetSchema.parse(options), new Credentials(process.env)));
  const expectServed = (generation: number) => expectGeneration(expectHere, site.ask, generation);
  const builds: string[] = [];
  /** Builds the next generation, and runs the command. @returns moments that it took */
  const run = async (killAt = Infinity): Promise<number> => {
    builds.push(buildOf(builds.length));
    rmSync(join(project, 'dist'), { force: true });
    symlinkSync(builds.at(-1)!, join(project, 'dist'));
    const command = [resolve('scripts/deploy.ts'), 'test'];
    const env = environment(compiledHere);
    const child = spawn(process.execPath, command, { cwd: project, env, stdio: 'ignore', detached: true });
    const ended = once(child, 'exit');
    const stopCounting = site.killAfter(killAt, () => process.kill(-child.pid!, 'SIGKILL'));
    const [code, signal] = (await ended) as [number | null, string | null];
    // A run that has less to do than the last whole one may end before its kill.
    expectHere([0, 'SIGKILL']).toContain(signal ?? code);
    return stopCounting();
  };
  let moments = await run();
  site.start();
  await expectServed(0);
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % MEASURE_EVERY === 0) moments = await run();
    const killAt = ((kill + Math.random()) / KILLS) * moments;
    await run(killAt);
    const [previous, killed] = [builds.length - 2, builds.length - 1];
    const { body } = await site.ask(SHARED, '/rules');
    expectHere([previous, killed].map(pageOf), `killed at ${killAt} of ${moments}`).toContain(body);
    const script = /src="([^"]+)"/.exec(body)![1]!;
    expectHere(await site.ask(SHARED, script)).toMatchObject({ status: 200 });
    await deploy(builds[killed]!, { to: readManifest(builds[previous]!).build });
    await expectServed(previous);
    await deploy(builds[killed]!);
    await expectServed(killed);
  }
  for (const folder of [project, ...builds]) rmSync(folder, { recursive: true });
}

/** Every host of a generation answers as it does there, and no other does. A server takes a moment to read its configuration. */
async function expectGeneration(
  expectHere: typeof expect,
  ask: (host: string, path: string) => Promise<VisitorAnswer>,
  generation: number,
): Promise<void> {
  const style = `'sha256-${Buffer.from(hashOf(Buffer.from(styleOf(generation))), 'hex').toString('base64')}'`;
  const look = async (host: string): Promise<unknown> => {
    const page = await ask(host, '/rules');
    if (page.status !== 200) return page.status;
    const script = await ask(host, scriptOf(generation));
    return [page.body, script.body, page.headers['content-security-policy']?.includes(style)];
  };
  const known = [pageOf(generation), `/* script ${generation} */`, true];
  const { hosts } = lookOf(generation);
  await expectHere
    .poll(() => Promise.all(HOSTS.map((host) => look(host).catch(String))))
    .toEqual(HOSTS.map((host) => (host in hosts ? known : 421)));
}

test('a visitor gets pages that fit their scripts while a hundred deployments run', async () => {
  const builds = crawledBuilds();
  const folder = deployedFolder();
  const { visits, faults } = await crawlWhileDeploying(folder, builds, 100, () =>
    starters.nginx(`${folder.path}/current`),
  );
  expect(faults).toEqual([]);
  expect(visits).toBeGreaterThan(100);
  folder.remove();
  builds.forEach((dist) => rmSync(dist, { recursive: true }));
});
