import { existsSync } from 'node:fs';

import { summarizeChanges } from '../output/changes.ts';
import { type Manifest, type ManifestEdition, readManifestIfIntact } from '../output/manifest.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import { type Edition, rootOf, type Site } from '../site/editions/editions.ts';
import type { BuildSettings, BuiltEdition } from './build-host.ts';
import { buildHosts, prepareRenderer } from './build-hosts.ts';
import { dictionariesLine, dueLines, formatReport, RELOAD } from './build-report.ts';
import { commitBuild, type FinishedBuild } from './commit-build.ts';
import { addDictionaries, removeDictionaries } from './compression-dictionaries/add-dictionaries.ts';
import { makeMissingDictionaries } from './compression-dictionaries/stored-dictionaries.ts';
import { buildManifest } from './files/assemble-manifest.ts';
import { type BuildRecord, pagesToCompare, readBuildRecord, updateBuildRecord } from './incremental/build-record.ts';
import { planBuild } from './incremental/plan-build.ts';
import { checkReciprocity } from './pages/check-rendered-pages.ts';
import { editionFingerprint } from './pages/input-fingerprints.ts';
import { drawSharePictures } from './share-pictures/share-picture-cache.ts';
import { prepareExchange } from './swap/exchange-folders.ts';
import { findForeignFiles, refuseForeignFiles } from './swap/refuse-foreign-dist.ts';
import { type StagedBuild, stageLastBuild } from './swap/stage-last-build.ts';
import { checkContentWithCache, checkHostsFile, type ContentCheck } from './texts/check-content-with-cache.ts';
import { runInEachWorker } from './workers/worker-pool.ts';

/** A long build looks for foreign files again before the swap. */
const MAX_AGE_MS = 1000;

interface UpdateSettings extends BuildSettings {
  site: Site;
  /** Whether pages are also compressed with dictionaries. */
  dictionaries: boolean;
  /** Undefined where this thread has to stage the last build. */
  staged: Promise<StagedBuild> | undefined;
  /** Settles when the pages are compiled; undefined where they were before. */
  compiled: Promise<void> | undefined;
}

interface Update {
  report: string;
  /** Report of the next build if nothing changes until then. */
  nextReport: string;
}

/** Renders, writes and swaps in all editions that changed. */
export async function updateDist(
  { site, dictionaries, compiled, staged, ...settings }: UpdateSettings,
  onStep: (step: string) => void,
): Promise<Update> {
  onStep('Checking texts and translations');
  const checking = check({ site, ...settings });
  // Workers that inspect texts of a first build load the compiled pages while this thread compares the texts.
  if (!compiled && !existsSync(settings.output.dist)) runInEachWorker(settings.output, 'prepareRenderer');
  const drawing = drawSharePictures(settings.output, site.builtEditions);
  // The check names files that are missing.
  drawing.catch(() => {});
  const checked = await checking;
  await drawing;
  onStep('Comparing with the last build, and compiling the pages');
  return update(checked, settings, { dictionaries, compiled, staged }, onStep);
}

/** Checks texts and translations. @returns the site without articles that are not published yet */
async function check(build: ContentCheck): Promise<Site> {
  const [repeated, { diagnostics, site: checked }] = await Promise.all([
    checkHostsFile(build),
    checkContentWithCache(build),
  ]);
  if (diagnostics.length || repeated.length) throw toUserError([...diagnostics, ...repeated]);
  return checked;
}

async function update(
  site: Site,
  settings: BuildSettings,
  { dictionaries, compiled, staged }: Pick<UpdateSettings, 'dictionaries' | 'compiled' | 'staged'>,
  onStep: (step: string) => void,
): Promise<Update> {
  const { output, code } = settings;
  const { editions, builtEditions } = site;
  const last = readManifestIfIntact(output, 'dist');
  if (!last && builtEditions.length < editions.length && existsSync(output.dist))
    throw new UserError(`${output.dist}/ has no manifest that can be read. Build all hosts: npm run build`);
  const lastRecord = last && readBuildRecord(output, last.build, code);
  // Hash every text before rendering: the next build then notices a text that is saved during this build.
  const outdated = builtEditions.filter(
    (edition) => lastRecord?.[rootOf(edition)]?.fingerprint !== editionFingerprint(code, edition),
  );
  // Until the pages are compiled, their folder is empty, or has those of another program or folder.
  if (lastRecord && outdated.length && !compiled) prepareRenderer();
  const staging = staged ?? Promise.resolve(stageLastBuild(output, last));
  const intact = staging.then((stagedBuild) => stagedBuild.intact);
  const plan = await planBuild(site, settings, { manifest: last, intact, record: lastRecord });
  const { foreign, folders, checkedAt } = await staging;
  // Refuse before rendering: the commit would refuse after it.
  if (plan.hosts.length) {
    refuseForeignFiles(output, foreign);
    prepareExchange(output);
  }
  await compiled;
  const onProgress = (done: number): void => onStep(`Rendering: ${done} of ${plan.hosts.length} hosts`);
  onProgress(0);
  const built = await buildHosts({ site, hosts: plan.hosts, settings }, onProgress);
  onStep('Swapping in the build');
  const foreignNow = last && Date.now() - checkedAt > MAX_AGE_MS ? findForeignFiles(output, last) : foreign;
  const trees = { foreign: foreignNow, folders };
  return swapIn(site, settings, { reused: plan.reused, built, dictionaries, trees, last, lastRecord });
}

interface RenderedBuild extends Pick<UpdateSettings, 'dictionaries'> {
  /** Editions of the last build. */
  reused: ManifestEdition[];
  built: BuiltEdition[];
  trees: Pick<FinishedBuild, 'foreign' | 'folders'>;
  last: Manifest | undefined;
  lastRecord: BuildRecord | undefined;
}

/** Checks rendered pages together, and swaps the build in. @throws UserError for mistakes of pages */
async function swapIn(
  site: Site,
  settings: BuildSettings,
  { reused, built, dictionaries, trees, last, lastRecord }: RenderedBuild,
): Promise<Update> {
  const { output, code } = settings;
  const { editions, builtEditions } = site;
  const record = updateBuildRecord(site, settings, reused, built, lastRecord);
  const roots = builtEditions.map(rootOf);
  const diagnostics = [
    ...built.flatMap((edition) => edition.diagnostics),
    ...checkReciprocity(pagesToCompare(site, settings, record, built, lastRecord)),
  ];
  const rendered = built.reduce((sum, edition) => sum + edition.rendered, 0);
  const report = formatReport(roots, record, rendered, diagnostics);
  if (diagnostics.length) throw new UserError(`${report}\n\n${toUserError(diagnostics).message}`);
  const written = inConfiguredOrder(editions, [...reused, ...built.map((edition) => edition.manifest)]);
  const made = dictionaries ? makeMissingDictionaries(output, site, written) : [];
  const manifest = buildManifest(
    dictionaries
      ? addDictionaries({ output, site }, written, roots, lastRecord && last)
      : removeDictionaries(written, roots, site.day),
    last,
  );
  const changes = await commitBuild({ site, output, code, manifest, record, roots, ...trees }, last);
  const due = dueLines(manifest);
  const newDictionaries = made.length ? [dictionariesLine(made)] : [];
  const reload = last && changes.reload ? [RELOAD] : [];
  return {
    report: [report, summarizeChanges(changes.editions), ...reload, ...newDictionaries, ...due].join('\n'),
    nextReport: [formatReport(roots, record, 0, []), summarizeChanges([]), ...due].join('\n'),
  };
}

function inConfiguredOrder(editions: Edition[], unordered: ManifestEdition[]): ManifestEdition[] {
  const byRoot = new Map(unordered.map((edition) => [edition.root, edition]));
  return editions.flatMap((edition) => byRoot.get(rootOf(edition)) ?? []);
}
