import { inspectText, type TextFacts } from '../check/inspect-content-file.ts';
import { type Source, sourcesIn } from '../site/markdown/sources.ts';
import { type FileStamp, stampOf } from './incremental/file-stamps.ts';
import { workerOf } from './workers/work-split.ts';
import { runInWorker } from './workers/worker-pool.ts';

/** Texts of a build that had no errors of their own. */
export interface TextCache {
  /** When the build began to read files, in milliseconds since 1970. */
  readAt: number;
  /** By file. */
  texts: Record<string, CachedText>;
}

/** Size, time of modification, time of change, inode, hash, and facts as JSON. */
export type CachedText = [...stamp: FileStamp, sha256: string, facts: string];

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
  sources: Source[],
  last: TextCache | undefined,
): Promise<Record<string, CachedText>> {
  const found: Record<string, CachedText> = {};
  const changed = new Map<Source, FileStamp>();
  for (const source of sources) {
    const known = last?.texts[source.file];
    const stamp = stampOf(source.file)!;
    if (known && isSettled(stamp, last!.readAt) && stamp.every((value, index) => value === known[index])) {
      source.sha256 = known[4];
      found[source.file] = known;
    } else if (known && known[4] === source.sha256) found[source.file] = [...stamp, source.sha256, known[5]];
    else changed.set(source, stamp);
  }
  const inspected = await inspectShared([...changed.keys()]);
  for (const [source, { sha256, facts }] of inspected) {
    source.sha256 = sha256;
    if (facts) found[source.file] = [...changed.get(source)!, sha256, facts];
  }
  return found;
}

/** A text to inspect in a worker. */
type TextName = Pick<Source, 'kind' | 'scope' | 'lang' | 'name'>;

interface InspectedText {
  sha256: string;
  /** {@link TextFacts} as JSON; undefined for a text with errors. */
  facts: string | undefined;
}

/** Inspects texts in this thread. */
export const inspectHere = (names: TextName[]): InspectedText[] =>
  names.map(({ kind, scope, lang, name }) => {
    const source = sourcesIn(kind, scope, lang).find((text) => text.name === name)!;
    const { diagnostics, ...facts } = inspectText(source);
    return { sha256: source.sha256, facts: diagnostics.length ? undefined : JSON.stringify(facts satisfies TextFacts) };
  });

/** Inspects texts. Workers inspect those of editions that they will build, and do not parse them again. */
async function inspectShared(sources: Source[]): Promise<(readonly [Source, InspectedText])[]> {
  const shares =
    sources.length < MIN_TEXTS_FOR_WORKERS ? [] : [...Map.groupBy(sources, ({ scope }) => workerOf(scope))];
  if (!shares.length) return inspectHere(sources).map((text, index) => [sources[index]!, text]);
  const inspected = await Promise.all(
    shares.map(async ([worker, share]) => {
      const names = share.map(({ kind, scope, lang, name }) => ({ kind, scope, lang, name }));
      const texts = await runInWorker<typeof inspectHere>(worker, 'inspect', names);
      return texts.map((text, index) => [share[index]!, text] as const);
    }),
  );
  return inspected.flat();
}

/** Whether a file had its times before its last reading, so that a later change has other times. */
const isSettled = ([, mtimeMs, ctimeMs]: FileStamp, readAt: number): boolean =>
  Math.max(mtimeMs, ctimeMs) < readAt - TIME_STEP_MS;
