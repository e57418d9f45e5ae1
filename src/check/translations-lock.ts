import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { z } from 'zod';

import { decodeText } from '../shared/decode-text.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import { translationFile } from '../site/i18n/translation-file.ts';
import { contentDir, pathFor, readContentFolder } from '../site/markdown/sources.ts';
import { readTranslations, SOURCE } from './read-translations.ts';

/** Hash of the English source of each accepted translation, by `<file>` or `<file>#<key>`. */
const lockSchema = z.record(z.string(), z.string());
type Lock = z.output<typeof lockSchema>;

const LOCK = join(contentDir, 'translations.lock.json');

/** Translations whose English source changed since they were accepted: keys by file, no keys for a text. */
export function staleTranslations(languages: string[]): Map<string, string[]> {
  const lock = readLock();
  const stale = Object.entries(currentHashes(languages)).filter(([key, hash]) => lock[key] !== hash);
  const byFile = Map.groupBy(stale, ([key]) => key.split('#')[0]!);
  return new Map([...byFile].map(([file, entries]) => [file, entries.flatMap(([key]) => key.split('#').slice(1))]));
}

/**
 * Records that translations match their English source.
 * @param files paths of {@link staleTranslations}, or `all`
 * @returns paths that are no translations
 */
export function acceptTranslations(files: string[], languages: string[]): string[] {
  const current = currentHashes(languages);
  const isAccepted = (key: string): boolean => files.includes('all') || files.includes(key.split('#')[0]!);
  const isOld = (key: string): boolean =>
    !(key in current) && languages.some((lang) => key.startsWith(translationFile(lang)));
  const unchanged = Object.entries(readLock()).filter(
    ([key]) => existsSync(key.split('#')[0]!) && !isOld(key) && !isAccepted(key),
  );
  const accepted = Object.entries(current).filter(([key]) => isAccepted(key));
  const lock = Object.fromEntries([...unchanged, ...accepted].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  const known = new Set(Object.keys(current).map((key) => key.split('#')[0]!));
  return files.filter((file) => file !== 'all' && !known.has(file));
}

/** Path of the lock file for messages. */
export const lockFile = relative('.', LOCK);

function currentHashes(languages: string[]): Lock {
  const { texts: sources } = readContentFolder();
  const english = new Map(sources.filter(({ lang }) => lang === SOURCE).map(({ file, text }) => [file, text]));
  const texts = sources
    .filter(({ lang }) => lang !== SOURCE)
    .flatMap(({ kind, scope, name, file }): [string, string][] => {
      const original = english.get(pathFor(kind, scope, SOURCE, name));
      return original === undefined ? [] : [[file, hashOf(original)]];
    });
  const translations = [...readTranslations(SOURCE).translations].flatMap(([key, { text }]) =>
    languages
      .filter((lang) => lang !== SOURCE)
      .map((lang): [string, string] => [`${translationFile(lang)}#${key}`, hashOf(text)]),
  );
  return Object.fromEntries([...texts, ...translations]);
}

function readLock(): Lock {
  if (!existsSync(LOCK)) return {};
  const { text, diagnostics } = decodeText(lockFile, readFileSync(LOCK));
  if (diagnostics.length) throw toUserError(diagnostics);
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new UserError(`${lockFile} is no record of translations. Take it from an earlier version, or remove it.`, {
      cause: error,
    });
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
