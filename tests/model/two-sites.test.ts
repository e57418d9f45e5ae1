// Two sites that are open in one process share nothing: each page has the model that it has where its site is open alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { editionFingerprint } from '../../src/generator/pages/input-fingerprints.ts';
import { pagesOf } from '../../src/site/content.ts';
import { type Edition, rootOf, type Site } from '../../src/site/editions/editions.ts';
import { parseHosts } from '../../src/site/editions/parse-hosts.ts';
import { readSiteOptions, toSite, withUnpublished } from '../../src/site/open-site.ts';
import { textAnchors, textsOf } from '../../src/site/page-texts.ts';
import { smallTexts, writeTexts } from '../support/site/small-content.ts';
import { hostsOf, ownTexts, type SitePlan, sitePlans } from './random-site-plan.ts';
import { textsIn, type Variant, VARIANTS, variants } from './site-variants.ts';

/** Another seed draws other sites: `SEED=7 npm test`. */
const SEED = Number(process.env.SEED ?? 16);

const PAIRS = 1000;

function writeVariant(variant: Variant, plan: SitePlan): string {
  const folder = mkdtempSync(join(tmpdir(), 'two-sites-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeTexts(folder, textsIn(variant, { ...smallTexts(['en', 'de', 'es', 'pt']), ...ownTexts(plan) }));
  return folder;
}

/** A site whose articles are drafts in one variant. */
function open(contentDir: string, variant: Variant, plan: SitePlan): Site {
  const options = { ...readSiteOptions({}), contentDir, day: VARIANTS[variant] };
  const site = toSite(options, parseHosts(hostsOf(plan), 'hosts.config.ts'));
  const drafts = site.folder.contents.texts.filter(({ kind }) => variant === 'Ahead' && kind === 'article');
  return withUnpublished(site, new Map(drafts.map(({ file }) => [file, undefined])));
}

interface Page {
  edition: Edition;
  path: string;
}

const pagesIn = ({ editions }: Site): Page[] =>
  editions.flatMap((edition) => [...pagesOf(edition).keys()].map((path) => ({ edition, path })));

/** Everything that a page shows of texts and of the day, and what its edition depends on. */
const modelOf = ({ edition, path }: Page): string =>
  JSON.stringify([
    rootOf(edition),
    path,
    textsOf(edition, path),
    textAnchors(edition, path),
    editionFingerprint('program', edition),
  ]);

const showsFormerRule = (model: string): boolean => model.includes('"/rules"') && model.includes('Former.');

const modelsOf = (site: Site): string[] => pagesIn(site).map(modelOf);

test(`${PAIRS} pairs of pages of two open sites have the models of each site alone`, () => {
  const plans = fc.sample(sitePlans(['en', 'de', 'es', 'pt']), { seed: SEED, numRuns: 20 });
  let pairs = 0;
  let articles = 0;
  let former = 0;
  for (const plan of plans) {
    const folders = variants.map((variant) => writeVariant(variant, plan));
    const openBoth = (): Site[] => variants.map((variant, index) => open(folders[index]!, variant, plan));
    const [aheadAlone, behindAlone] = openBoth().map(modelsOf) as [string[], string[]];
    const [ahead, behind] = openBoth().map(pagesIn) as [Page[], Page[]];
    for (const [place, page] of behind.entries()) {
      const other = place % ahead.length;
      const models = [modelOf(ahead[other]!), modelOf(page)];
      expect(models).toEqual([aheadAlone[other], behindAlone[place]]);
      expect(models[0]).not.toContain('Behind');
      expect(models[1]).not.toContain('Ahead');
      articles += Number(page.path.startsWith('/blog/'));
      pairs += 1;
    }
    expect(ahead.filter(({ path }) => path.startsWith('/blog/'))).toEqual([]);
    former += aheadAlone.filter(showsFormerRule).length;
    expect(behindAlone.filter(showsFormerRule)).toEqual([]);
  }
  expect(pairs).toBeGreaterThan(PAIRS);
  expect(Math.min(articles, former)).toBeGreaterThan(10);
});
