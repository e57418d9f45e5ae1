import { inspectText, type TextFacts } from '../../check/inspect-content-file.ts';
import { required } from '../../shared/required.ts';
import { type SiteOptions, optionsOf } from '../../site/editions/editions.ts';
import type { FileStamp, SiteFolder, Source } from '../../site/site-folder.ts';
import type { SiteBuild } from '../files/write-edition.ts';
import { workerOf } from '../workers/work-split.ts';
import { hasWorkers, runInWorker } from '../workers/worker-pool.ts';

/** Texts of a build that had no errors of their own. */
export interface TextCache {
  /** When the build began to read files, in milliseconds since 1970. */
  readAt: number;
  /** By file. */
  texts: CachedTexts;
}

export type CachedTexts = Map<string, CachedText>;

interface CachedText {
  stamp: FileStamp;
  sha256: string;
  /** {@link TextFacts} as JSON. */
  facts: string;
  /** Line of the cache; see {@link parseText}. */
  line: string;
}

/** Starting a worker takes as long as inspecting 500 texts. */
const MIN_TEXTS_FOR_WORKERS = 1000;

/** A file that changes again this soon may keep its times: file systems count in steps of up to 2 s. */
const TIME_STEP_MS = 2000;

/**
 * Inspects texts, with workers where there are many. A file with the size, times and inode of the last build is not read.
 * @param last texts of the last build
 * @returns the texts without errors of their own
 */
export async function inspectTexts(
  build: SiteBuild,
  sources: Source[],
  last: TextCache | undefined,
): Promise<CachedTexts> {
  const { folder } = build.site;
  const found: CachedTexts = new Map();
  const changed = new Map<Source, FileStamp>();
  for (const source of sources) {
    const known = last?.texts.get(source.file);
    const stamp = required(folder.stampOf(source.file), 'stamp of a text');
    if (last && known && isSettled(stamp, last.readAt) && isSame(stamp, known.stamp)) {
      source.sha256 = known.sha256;
      found.set(source.file, known);
    } else if (known && known.sha256 === source.sha256) found.set(source.file, toCached(source, stamp, known.facts));
    else changed.set(source, stamp);
  }
  const inspected = await inspectShared(build, [...changed.keys()]);
  for (const [source, { sha256, facts }] of inspected) {
    source.sha256 = sha256;
    if (facts) found.set(source.file, toCached(source, required(changed.get(source), 'stamp of a text'), facts));
  }
  return found;
}

/** Parses a line of the cache. JSON of all texts takes three times as long to write. */
export function parseText(line: string): [file: string, text: CachedText] {
  const [file = '', size, mtimeMs, ctimeMs, inode, sha256 = '', facts = ''] = line.split('\t');
  return [file, { stamp: [Number(size), Number(mtimeMs), Number(ctimeMs), Number(inode)], sha256, facts, line }];
}

const toCached = ({ file, sha256 }: Source, stamp: FileStamp, facts: string): CachedText => ({
  stamp,
  sha256,
  facts,
  line: [file, ...stamp, sha256, facts].join('\t'),
});

const isSame = (a: FileStamp, b: FileStamp): boolean =>
  a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];

/** Texts to inspect in a worker. */
export interface InspectTask {
  site: SiteOptions;
  names: TextName[];
}

type TextName = Pick<Source, 'kind' | 'scope' | 'lang' | 'name'>;

interface InspectedText {
  sha256: string;
  /** {@link TextFacts} as JSON; undefined for a text with errors. */
  facts: string | undefined;
}

/** Inspects texts in this thread. */
export const inspectHere = (folder: SiteFolder, names: TextName[]): InspectedText[] =>
  names.map((name) => inspectOne(folder, name));

function inspectOne(folder: SiteFolder, { kind, scope, lang, name }: TextName): InspectedText {
  const found = folder.sourcesIn(kind, scope, lang).find((text) => text.name === name);
  const source = required(found, `${kind} ${name} of ${scope}/${lang}`);
  const { diagnostics, ...facts } = inspectText(source);
  return { sha256: source.sha256, facts: diagnostics.length ? undefined : JSON.stringify(facts satisfies TextFacts) };
}

/** Inspects texts. Workers inspect those of editions that they will build, and do not parse them again. */
async function inspectShared(
  { site, output }: SiteBuild,
  sources: Source[],
): Promise<(readonly [Source, InspectedText])[]> {
  const shares =
    sources.length < MIN_TEXTS_FOR_WORKERS || !hasWorkers
      ? []
      : [...Map.groupBy(sources, ({ scope }) => workerOf(site, scope))];
  if (!shares.length) return sources.map((source) => [source, inspectOne(site.folder, source)]);
  const inspected = await Promise.all(
    shares.map(async ([worker, share]) => {
      const names = share.map(({ kind, scope, lang, name }) => ({ kind, scope, lang, name }));
      const texts = await runInWorker<(task: InspectTask) => InspectedText[]>(output, worker, 'inspect', {
        site: optionsOf(site),
        names,
      });
      return texts.map((text, index) => [required(share[index], 'inspected text'), text] as const);
    }),
  );
  return inspected.flat();
}

/** Whether a file had its times before its last reading, so that a later change has other times. */
const isSettled = ([, mtimeMs, ctimeMs]: FileStamp, readAt: number): boolean =>
  Math.max(mtimeMs, ctimeMs) < readAt - TIME_STEP_MS;
