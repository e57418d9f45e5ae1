// After random changes of texts, words, looks, hosts and days, a build has the bytes of a clean build.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { changes, type ChangingSite, dayOf, firstSite, hostsFileOf } from '../../model/changing-site.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { writeTexts } from '../../support/site/small-content.ts';

/** Another seed draws other changes: `SEED=7 npm run test:faults`. */
const SEED = Number(process.env.SEED ?? 16);

const CHANGES = 300;

type Change = [kind: string, number: number];

/** Rounds of 1 to 14 changes, after each of which the site is built. */
function drawRounds(): Change[][] {
  const drawn = fc.sample(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(99)), {
    seed: SEED,
    numRuns: CHANGES,
  });
  const rounds: Change[][] = [];
  while (drawn.length) rounds.push(drawn.splice(0, 1 + (rounds.length % 14)));
  return rounds;
}

function writeSite(folder: string, site: ChangingSite): void {
  writeTexts(folder, site.files);
  writeFileSync(join(folder, 'hosts.config.ts'), `export default ${JSON.stringify(hostsFileOf(site))};\n`);
  cpSync('src/themes', join(folder, 'src/themes'), { recursive: true });
}

interface Build {
  folder: string;
  day: string;
  /** Folder of the files that the site has from now on. */
  from?: string;
  /** Folder to which the output is copied. */
  keep?: string;
}

const build = async (builds: Build[]): Promise<void> => {
  const env = environment({ ...compiledHere, NODE_ENV: 'production' });
  const script = 'tests/support/site/programs/build-sites-here.ts';
  const groups = JSON.stringify(builds.map((one) => [one]));
  const { code, output } = await runAndCapture(process.execPath, [script, groups], resolve('.'), env);
  expect(code, output).toBe(0);
};

test(`a site has the bytes of clean builds after ${CHANGES} random changes`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'random-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const site = firstSite();
  const rounds = [[], ...drawRounds()].map((round: Change[], index) => {
    for (const [kind, number] of round) changes[kind]!(site, number);
    const clean = join(folder, `clean-${index}`);
    writeSite(clean, site);
    return { round, clean, changed: join(folder, `changed-${index}`), day: dayOf(site) };
  });
  await Promise.all([
    build(rounds.map(({ clean, changed, day }) => ({ folder: join(folder, 'site'), from: clean, keep: changed, day }))),
    build(rounds.map(({ clean, day }) => ({ folder: clean, day }))),
  ]);
  for (const { round, clean, changed } of rounds)
    expect(differences(changed, `${clean}/dist`), JSON.stringify(round)).toEqual([]);
});
