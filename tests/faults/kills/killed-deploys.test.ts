import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { type Run, runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { targetStarters } from '../../support/deploy/atomic-targets.ts';
import { crawledBuilds, crawlWhileDeploying } from '../../support/deploy/crawl-while-deploying.ts';
import { deployedFolder } from '../../support/deploy/deployed-folder.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';
import { starters } from '../../support/serving/server-starters.ts';

/** A deployment over SSH takes seconds. */
const KILLS = { folder: 20, ssh: 20 };

/** A run ends in each round of this number; the next one finds the remains of several killed runs. */
const FINISH_EVERY = 5;

const SCRIPT = resolve('scripts/deploy.ts');

const builds = crawledBuilds();
afterAll(() => builds.forEach((dist) => rmSync(dist, { recursive: true })));

/** A folder with a configuration and a build, from which `npm run deploy` runs. */
function projectWith(options: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'deploying-'));
  writeFileSync(join(folder, 'deploy.config.ts'), `export default ${JSON.stringify({ test: options })};\n`);
  writeFileSync(
    join(folder, 'hosts.config.ts'),
    readFileSync('hosts.config.ts', 'utf8').replace(/'\.\/src/g, `'${resolve('src')}`),
  );
  return folder;
}

function useBuild(folder: string, dist: string): void {
  rmSync(join(folder, 'dist'), { force: true });
  symlinkSync(dist, join(folder, 'dist'));
}

const deployIn = (folder: string): Promise<Run> =>
  runAndCapture(process.execPath, [SCRIPT, 'test'], folder, environment(compiledHere));

/** Starts a deployment, and kills it and its child processes after a time. */
function killAfter(folder: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, 'test'], {
    cwd: folder,
    env: environment(compiledHere),
    stdio: 'ignore',
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), ms);
  return new Promise((done) =>
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    }),
  );
}

/** The build whose files visitors get; undefined for a mixture. */
function servedBuild(served: string): string | undefined {
  return builds.find((dist) => {
    const [{ root, files }] = readManifest(dist).editions as [ReturnType<typeof readManifest>['editions'][0]];
    return Object.keys(files).every((file) => {
      const path = join(served, root, file);
      return existsSync(path) && readFileSync(path).equals(readFileSync(join(dist, root, file)));
    });
  });
}

test.each(Object.entries(KILLS) as [keyof typeof KILLS, number][])(
  'deployments to a target "%s", %i of them killed at any moment, leave a whole generation each time, and the next run finishes',
  async (type, kills) => {
    const target = await targetStarters[type]();
    const folder = projectWith(target.options);
    useBuild(folder, builds[0]!);
    const startMs = performance.now();
    expect(await deployIn(folder)).toMatchObject({ code: 0 });
    let durationMs = performance.now() - startMs;
    /** Builds of killed runs: over SSH, a command of a killed run may still switch to its generation. */
    let possible = [builds[0]!];
    for (let round = 0; round < kills; round += 1) {
      const next = builds[(round + 1) % builds.length]!;
      useBuild(folder, next);
      await killAfter(folder, ((round + Math.random()) / kills) * durationMs);
      possible.push(next);
      expect(possible, `round ${round}`).toContain(servedBuild(target.served));
      if (round % FINISH_EVERY) continue;
      const finishMs = performance.now();
      const { code, output } = await deployIn(folder);
      durationMs = Math.max(performance.now() - finishMs, 200);
      expect(code, `round ${round}: ${output}`).toBe(0);
      expect(servedBuild(target.served)).toBe(next);
      possible = [next];
    }
    rmSync(folder, { recursive: true });
    await target.stop();
  },
);

test('a visitor gets pages that fit their scripts while a hundred deployments run', async () => {
  const folder = deployedFolder();
  const { visits, faults } = await crawlWhileDeploying(folder, builds, 100, () =>
    starters.nginx(`${folder.path}/current`),
  );
  expect(faults).toEqual([]);
  expect(visits).toBeGreaterThan(100);
  folder.remove();
});
