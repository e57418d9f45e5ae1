import { existsSync, rmSync } from 'node:fs';

import { expiryWarnings } from '../check/check-expiry.ts';
import { DIST } from '../output/folders.ts';
import { filesOf, type ManifestEdition } from '../output/manifest.ts';
import { lock } from '../shared/process-lock.ts';
import { today } from '../shared/today.ts';
import { UserError, toUserError, type Diagnostic } from '../shared/user-error.ts';
import { rootOf } from '../site/editions/editions.ts';
import type { Unpublished } from '../site/markdown/publication.ts';
import { builtEditions, editions } from '../site/site.ts';
import type { Settings } from './build-host.ts';
import { buildHosts } from './build-hosts.ts';
import { formatReport } from './build-report.ts';
import { check, checkHostsFile, type inspectShare } from './check-content.ts';
import { publish } from './commit-build.ts';
import { readLastManifest, toManifest } from './files/build-manifest.ts';
import type { Compression } from './files/compress.ts';
import { recover } from './files/dist-swap.ts';
import { refuseForeignDist } from './files/protect-dist.ts';
import type { carryFiles } from './files/reuse-files.ts';
import { summarise } from './incremental/changes.ts';
import { pagesIn, readMemory, remember } from './incremental/page-cache.ts';
import { planBuild } from './incremental/plan-build.ts';
import { checkReciprocity } from './pages/check-links.ts';
import { editionKey } from './pages/fingerprints.ts';
import { COMPILED_DIR } from './renderer/adapter.ts';
import { codeDigest } from './renderer/code-digest.ts';
import { compile, isCompiled } from './renderer/compile.ts';
import { ofThreads } from './workers/work-split.ts';
import { runInWorker } from './workers/worker-pool.ts';

/** Ends the report of a build that changes the configuration of servers. */
const RELOAD = 'Reload nginx and Caddy: their configuration has changed (docs/deploy.md, “Publishing a change”)';

/** What builds leave for the next one. */
const CACHES = [COMPILED_DIR, '.cache/pages', '.cache/texts.json', '.cache/hosts.json', '.cache/compressed'];

export interface BuildOptions {
  /** Compiles and renders everything, whatever the last build left. */
  force: boolean;
  /** At which level Brotli and gzip are put beside every text file. */
  compression: Compression;
  /** Is told of each step that begins, such as `Rendering: 50 of 300 hosts`. */
  onStep: (step: string) => void;
}

/**
 * Brings `dist/` up to date: renders what has changed since the last build, carries the rest, and puts the result in the
 * place of the last build.
 * @returns the report to print
 * @throws UserError where something is wrong; the last build then stays
 */
export async function buildSite(options: BuildOptions): Promise<string> {
  refuseForeignDist();
  try {
    const unlock = lock(
      '.cache/build.lock',
      (pid) => `Another build is running here (process ${pid}). Wait until it has ended.`,
    );
    try {
      return await build(options);
    } finally {
      try {
        recover();
      } finally {
        unlock();
      }
    }
  } catch (error) {
    throw isDiskFull(error)
      ? new UserError('The disk is full. The last build stays; make room and build again.')
      : error;
  }
}

async function build({ force, compression, onStep }: BuildOptions): Promise<string> {
  recover();
  const day = today();
  if (force) for (const cache of CACHES) rmSync(cache, { recursive: true, force: true });
  const code = codeDigest();
  const whole = runInWorker<() => Set<string>>(0, 'wholeRoots', undefined);
  whole.catch(() => {});
  onStep('Checking words and texts, and compiling the pages');
  const unpublished = await checkAndCompile(code, day);
  onStep('Comparing with the last build');
  const report = await update({ code, compression, unpublished }, whole, onStep);
  return [...expiryWarnings(editions, day), report].join('\n');
}

/** Checks words and texts while the program is being compiled, where that has to be done. */
async function checkAndCompile(code: string, day: string): Promise<Unpublished> {
  const repeated = checkHostsFile(code);
  repeated.catch(() => {});
  if (isCompiled(code)) return acceptOrRefuse(check(code, day), await repeated);
  const compiled = compile(code);
  // An editor's mistakes go before whatever is wrong with the program.
  compiled.catch(() => {});
  const inspected = await Promise.all(
    ofThreads((thread) => runInWorker<typeof inspectShare>(thread, 'inspect', thread)),
  );
  const unpublished = acceptOrRefuse(check(code, day, Object.assign({}, ...inspected)), await repeated);
  await compiled;
  return unpublished;
}

function acceptOrRefuse({ diagnostics, unpublished }: ReturnType<typeof check>, repeated: Diagnostic[]): Unpublished {
  if (diagnostics.length || repeated.length) throw toUserError([...diagnostics, ...repeated]);
  return unpublished;
}

async function update(
  settings: Settings,
  whole: Promise<Set<string>>,
  onStep: BuildOptions['onStep'],
): Promise<string> {
  const { code } = settings;
  const last = readLastManifest();
  if (!last && builtEditions.length < editions.length && existsSync(DIST))
    throw new UserError(`${DIST}/ has no manifest that can be read. Build all hosts: npm run build`);
  const known = last && readMemory(last.build, code);
  // Reads every text before a page is rendered: one that is saved meanwhile then differs from what is remembered of it.
  for (const edition of builtEditions) editionKey(code, edition);
  const plan = planBuild(settings, { manifest: last, whole: await whole, memory: known });
  const carrying = plan.hosts.length
    ? runInWorker<typeof carryFiles>(0, 'carryFiles', plan.carried.flatMap(filesOf))
    : undefined;
  const onHosts = (done: number): void => onStep(`Rendering: ${done} of ${plan.hosts.length} hosts`);
  onHosts(0);
  const built = await buildHosts({ hosts: plan.hosts, settings }, onHosts).finally(() => carrying);
  onStep('Putting the build in its place');
  const memory = remember(settings, plan.carried, built, known);
  const manifest = toManifest(inConfiguredOrder([...plan.carried, ...built.map((edition) => edition.manifest)]), last);
  const ours = builtEditions.map(rootOf);
  const diagnostics = [
    ...built.flatMap((edition) => edition.diagnostics),
    ...checkReciprocity(pagesIn(memory, (edition) => editionKey(code, edition))),
  ];
  const report = formatReport(
    manifest.editions.filter(({ root }) => ours.includes(root)),
    built,
    diagnostics,
  );
  if (diagnostics.length) throw new UserError(`${report}\n\n${toUserError(diagnostics).message}`);
  const isWritten = built.some((edition) => edition.isWritten);
  const toCarry = carrying ? [] : plan.carried;
  const changes = publish({ code, manifest, memory, roots: ours, toCarry, isWritten }, last);
  return [
    report,
    summarise(changes.editions),
    ...(last && changes.reload ? [RELOAD] : []),
    ...(manifest.nextBuild ? [`The next article is due on ${manifest.nextBuild}: build again on that day.`] : []),
  ].join('\n');
}

function inConfiguredOrder(unordered: ManifestEdition[]): ManifestEdition[] {
  const byRoot = new Map(unordered.map((edition) => [edition.root, edition]));
  return editions.flatMap((edition) => byRoot.get(rootOf(edition)) ?? []);
}

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
