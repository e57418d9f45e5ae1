import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { z } from 'zod';

import { decodeText } from '../../shared/decode-text.ts';
import { UserError, toUserError } from '../../shared/user-error.ts';
import { contentDir } from '../../site/markdown/sources.ts';
import { acceptBlocks, findStale, type Original } from './stale-blocks.ts';
import { type TranslatedFile, translatedFiles } from './translated-files.ts';

const lockSchema = z.strictObject({
  /** English blocks by hash, as they were when a translation was accepted. */
  english: z.record(z.string(), z.string()),
  /** The English original of each accepted translation, by file. */
  accepted: z.record(
    z.string(),
    z.strictObject({ named: z.record(z.string(), z.string()), paragraphs: z.array(z.string()).default([]) }),
  ),
});
type Lock = z.output<typeof lockSchema>;

const LOCK = join(contentDir, 'translations.lock.json');

/** Path of the lock file for messages. */
export const lockFile = relative('.', LOCK);

/** A block of a translation whose English original changed since the translation was accepted. */
export interface StaleTranslation {
  file: string;
  lang: string;
  /** Id or place of the block. */
  id: string;
  /** English text as it was; undefined where none was accepted. */
  before?: string | undefined;
  /** English text as it is; undefined where it was removed. */
  now?: string | undefined;
}

/** All blocks of translations that are older than their English original. */
export function staleTranslations(languages: string[]): StaleTranslation[] {
  const lock = readLock();
  return translatedFiles(languages).flatMap(({ file, lang, english }) => {
    const texts = new Map(english.map(({ text }) => [hashOf(text), text]));
    return findStale(lock.accepted[file] ?? NOTHING, originalOf(english)).map(({ id, before, now }) => ({
      file,
      lang,
      id,
      before: before && lock.english[before],
      now: now && texts.get(now),
    }));
  });
}

const NOTHING: Original = { named: {}, paragraphs: [] };

/**
 * Records that translations match their English original.
 * @param names a file, a block such as `de/rules.md#adults-only`, or `all`
 * @returns names of files that are no translations, and of blocks that no translation has
 */
export function acceptTranslations(names: string[], languages: string[]): string[] {
  const lock = readLock();
  const files = translatedFiles(languages);
  const wanted = new Set(names);
  const known = new Set(['all']);
  const isAccepted = (...parts: string[]): boolean => {
    const name = parts.join('#');
    known.add(name);
    return wanted.has('all') || wanted.has(parts[0]!) || wanted.has(name);
  };
  const accepted = files.map(({ file, english }) => {
    known.add(file);
    const before = lock.accepted[file] ?? NOTHING;
    return [file, acceptBlocks(before, originalOf(english), (id) => isAccepted(file, id))] as const;
  });
  const others = Object.entries(lock.accepted).filter(([file]) => !known.has(file) && existsSync(file));
  const all = [...others, ...accepted];
  const used = new Set(all.flatMap(([, { named, paragraphs }]) => [...Object.values(named), ...paragraphs]));
  const texts = new Map([
    ...Object.entries(lock.english),
    ...files.flatMap(({ english }) => english.map(({ text }) => [hashOf(text), text] as const)),
  ]);
  writeLock({
    english: Object.fromEntries([...texts].filter(([key]) => used.has(key))),
    accepted: Object.fromEntries(all),
  });
  return names.filter((name) => !known.has(name));
}

const originalOf = (english: TranslatedFile['english']): Original => ({
  named: Object.fromEntries(english.flatMap(({ id, text }) => (id ? [[id, hashOf(text)]] : []))),
  paragraphs: english.flatMap(({ id, text }) => (id ? [] : [hashOf(text)])),
});

function readLock(): Lock {
  if (!existsSync(LOCK)) return { english: {}, accepted: {} };
  const { text, diagnostics } = decodeText(lockFile, readFileSync(LOCK));
  if (diagnostics.length) throw toUserError(diagnostics);
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new UserError(
      `${lockFile} is no record of translations. Take it from an earlier version, or remove it. npm run content:migrate converts the format of version 1.`,
      { cause: error },
    );
  }
}

const writeLock = (lock: Lock): void => writeFileSync(LOCK, `${JSON.stringify(lock, sortKeys, 2)}\n`);

/** Sorted keys keep differences between two versions small. */
const sortKeys = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const hashOf = (text: string): string => hash('sha256', text).slice(0, 12);
