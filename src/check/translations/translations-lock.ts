import { hash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { z } from 'zod';

import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { parseJsonFile } from '../../shared/parse-json-file.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { acceptBlocks, findStale, type Original } from './stale-blocks.ts';
import { type TranslatedFile, translatedFiles } from './translated-files.ts';

const textsSchema = z.record(z.string(), z.string());

const fileSchema = z.strictObject({
  /** Blocks in the source language by hash, as they were when a translation was accepted. */
  originals: textsSchema.optional(),
  /** Their name before a brand could have another source language. */
  english: textsSchema.optional(),
  /** The original of each accepted translation, by file. A record has paths from the folder of the site. */
  accepted: z.record(
    z.string(),
    z.strictObject({ named: z.record(z.string(), z.string()), paragraphs: z.array(z.string()).default([]) }),
  ),
});
const lockSchema = fileSchema.transform(({ originals, english, accepted }) => ({
  originals: { ...english, ...originals },
  accepted,
}));
export type Lock = z.output<typeof lockSchema>;

/** Path of the lock file from the working directory. */
export const lockFileOf = (folder: SiteFolder): string => folder.pathOf('translations.lock.json');

/** A block of a translation whose original changed since the translation was accepted. */
export interface StaleTranslation {
  file: string;
  lang: string;
  /** Id or place of the block. */
  id: string;
  /** Text in the source language as it was; undefined where none was accepted. */
  before?: string | undefined;
  /** Text in the source language as it is; undefined where it was removed. */
  now?: string | undefined;
}

/** All blocks of translations that are older than their original. */
export const staleTranslations = (folder: SiteFolder, languages: string[]): StaleTranslation[] =>
  staleIn(readLock(folder), translatedFiles(folder, languages));

/** The blocks of some translations that are older than their original. */
export const staleIn = (lock: Lock, files: Omit<TranslatedFile, 'blocks'>[]): StaleTranslation[] =>
  files.flatMap(({ file, lang, original }) => {
    const texts = new Map(original.map(({ text }) => [hashOf(text), text]));
    return findStale(lock.accepted[file] ?? NOTHING, originalOf(original)).map(({ id, before, now }) => ({
      file,
      lang,
      id,
      before: before && lock.originals[before],
      now: now && texts.get(now),
    }));
  });

const NOTHING: Original = { named: {}, paragraphs: [] };

/**
 * Records that translations match their original.
 * @param names a file, a block such as `de/rules.md#adults-only`, or `all`
 * @returns names of files that are no translations, and of blocks that no translation has
 */
export function acceptTranslations(folder: SiteFolder, names: string[], languages: string[]): string[] {
  const lock = readLock(folder);
  const files = translatedFiles(folder, languages);
  const wanted = new Set(names);
  const known = new Set(['all']);
  const isAccepted = (file: string, ...id: string[]): boolean => {
    const name = [file, ...id].join('#');
    known.add(name);
    return wanted.has('all') || wanted.has(file) || wanted.has(name);
  };
  for (const { file } of files) known.add(file);
  const present = Object.entries(lock.accepted).filter(([file]) => known.has(file) || existsSync(file));
  writeFileSync(
    lockFileOf(folder),
    lockText(folder, acceptIn({ ...lock, accepted: Object.fromEntries(present) }, files, isAccepted)),
  );
  return names.filter((name) => !known.has(name));
}

/**
 * Accepts blocks of translations.
 * @param isAccepted whether a block is accepted, by its file and id
 */
export function acceptIn(
  lock: Lock,
  files: Omit<TranslatedFile, 'blocks'>[],
  isAccepted: (file: string, id: string) => boolean,
): Lock {
  const accepted = files.map(({ file, original }) => {
    const before = lock.accepted[file] ?? NOTHING;
    return [file, acceptBlocks(before, originalOf(original), (id) => isAccepted(file, id))] as const;
  });
  const texts = files.flatMap(({ original }) => original.map(({ text }) => [hashOf(text), text] as const));
  return {
    originals: { ...lock.originals, ...Object.fromEntries(texts) },
    accepted: { ...lock.accepted, ...Object.fromEntries(accepted) },
  };
}

/** Changes the original of a translation, as an edit changes the text in the source language. */
export function changeOriginal(
  lock: Lock,
  { file, original }: Pick<TranslatedFile, 'file' | 'original'>,
  change: (accepted: Original, now: Original) => Original,
): Lock {
  const accepted = lock.accepted[file];
  if (!accepted) return lock;
  return { ...lock, accepted: { ...lock.accepted, [file]: change(accepted, originalOf(original)) } };
}

const originalOf = (original: TranslatedFile['original']): Original => ({
  named: Object.fromEntries(original.flatMap(({ id, text }) => (id ? [[id, hashOf(text)]] : []))),
  paragraphs: original.flatMap(({ id, text }) => (id ? [] : [hashOf(text)])),
});

const readLock = (folder: SiteFolder): Lock => parseLock(folder, lockFileOf(folder), readIfPresent(lockFileOf(folder)));

/**
 * Reads a record of translations.
 * @param file path for messages
 * @param bytes undefined where there is no record
 */
export function parseLock(folder: SiteFolder, file: string, bytes: Buffer | undefined): Lock {
  if (!bytes) return { originals: {}, accepted: {} };
  const { originals, accepted } = parseJsonFile(file, bytes, lockSchema, {
    lacks: 'no record of translations',
    hint: 'Take it from an earlier version, or remove it. npm run content:migrate converts the format of version 1',
  });
  return { originals, accepted: withNames(accepted, (name) => folder.fileOf(name)) };
}

/** A record as text, without blocks in the source language that no translation was made from. */
export function lockText(folder: SiteFolder, { originals, accepted }: Lock): string {
  const used = new Set(
    Object.values(accepted).flatMap(({ named, paragraphs }) => [...Object.values(named), ...paragraphs]),
  );
  const texts = Object.fromEntries(Object.entries(originals).filter(([key]) => used.has(key)));
  const named = withNames(accepted, (file) => relative(folder.root, file));
  return `${JSON.stringify({ originals: texts, accepted: named }, sortKeys, 2)}\n`;
}

const withNames = (accepted: Lock['accepted'], nameOf: (name: string) => string): Lock['accepted'] =>
  Object.fromEntries(Object.entries(accepted).map(([name, original]) => [nameOf(name), original]));

/** Sorted keys keep differences between two versions small. */
const sortKeys = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const hashOf = (text: string): string => hash('sha256', text).slice(0, 12);
