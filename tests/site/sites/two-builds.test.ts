// Two sites that a process builds at once have the bytes that each has alone.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { hostsOf, ownTexts, type SitePlan, sitePlans } from '../../model/random-site-plan.ts';
import { textsIn, type Variant, VARIANTS, variants } from '../../model/site-variants.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';
import { differences } from '../../support/site/differences.ts';
import { smallTexts, writeTexts } from '../../support/site/small-content.ts';

/** Another seed draws other sites: `SEED=7 npm run test:rest`. */
const SEED = Number(process.env.SEED ?? 16);

const PAIRS = 20;

const LANGUAGES = ['en', 'de'];

/** Two hosts each of two brands: more take longer and share nothing else. */
const makeSmall = (plan: SitePlan): SitePlan =>
  plan.slice(0, 2).map((brand) => {
    const isDefault = ({ name }: { name: string }): boolean => name === brand.defaultHost;
    const others = brand.hosts.filter((host) => !isDefault(host));
    return { ...brand, hosts: [...brand.hosts.filter(isDefault), ...others.slice(0, 1)] };
  });

function writeSite(folder: string, variant: Variant, plan: SitePlan): void {
  const texts = textsIn(variant, { ...smallTexts(LANGUAGES), ...ownTexts(plan) });
  writeTexts(join(folder, 'src/content'), texts);
  writeFileSync(join(folder, 'hosts.config.ts'), `export default ${JSON.stringify(hostsOf(plan))};\n`);
  cpSync('src/themes', join(folder, 'src/themes'), { recursive: true });
  for (const lang of LANGUAGES) {
    const words = readFileSync(`public/assets/i18n/${lang}.json`, 'utf8').replace(
      '"enter": "',
      `"enter": "${variant} `,
    );
    writeTexts(join(folder, 'public'), { [`assets/i18n/${lang}.json`]: words });
  }
}

const build = async (groups: { folder: string; day: string }[][]): Promise<void> => {
  const env = environment({ ...compiledHere, NODE_ENV: 'production' });
  const script = 'tests/support/site/programs/build-sites-here.ts';
  const { code, output } = await runAndCapture(process.execPath, [script, JSON.stringify(groups)], resolve('.'), env);
  expect(code, output).toBe(0);
};

test(`${PAIRS} pairs of sites that are built at once in one process have the bytes of their builds alone`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'two-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pairs = fc.sample(sitePlans(LANGUAGES).map(makeSmall), { seed: SEED, numRuns: PAIRS }).map((plan, index) =>
    variants.map((variant) => {
      const site = { variant, day: VARIANTS[variant], folder: join(folder, `${variant}-${index}`) };
      writeSite(site.folder, variant, plan);
      cpSync(site.folder, `${site.folder}-alone`, { recursive: true });
      return site;
    }),
  );
  const alone = pairs.flat().map((site) => [{ ...site, folder: `${site.folder}-alone` }]);
  // In the other order: what a site left in the process would show in another.
  await Promise.all([build(pairs), build(alone.toReversed())]);
  for (const { folder: site, variant } of pairs.flat()) {
    expect(differences(`${site}/dist`, `${site}-alone/dist`)).toEqual([]);
    const { editions } = readManifest(`${site}/dist`);
    const pages = editions.map(({ root }) => readFileSync(`${site}/dist/${root}/index.html`, 'utf8')).join('');
    expect(pages).not.toContain(variants.find((other) => other !== variant));
  }
});
