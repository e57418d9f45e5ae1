import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { readIfPresent } from '../../shared/files/read-if-present.ts';

/**
 * Reads JSON that {@link writeSealedCache} wrote.
 * @param code digest of the program
 * @returns undefined where the file is missing or damaged, or another program wrote it
 */
export function readSealedCache<Content>(file: string, code: string): Content | undefined {
  const content = readSealedBytes(file, code);
  return content && (JSON.parse(content.toString()) as Content);
}

/** Writes JSON with a checksum of its content and the program. */
export const writeSealedCache = (file: string, code: string, content: object): void =>
  writeSealedBytes(file, code, Buffer.from(JSON.stringify(content)));

/** As {@link readSealedCache}, without JSON. */
export function readSealedBytes(file: string, code: string): Buffer | undefined {
  const bytes = readIfPresent(file);
  const end = bytes?.indexOf('\n') ?? -1;
  if (!bytes || end < 0) return undefined;
  const content = bytes.subarray(end + 1);
  return bytes.toString('latin1', 0, end) === checksumOf(content, code) ? content : undefined;
}

/** As {@link writeSealedCache}, without JSON. */
export function writeSealedBytes(file: string, code: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, Buffer.concat([Buffer.from(`${checksumOf(content, code)}\n`), content]));
  renameSync(`${file}.new`, file);
}

/** Removes the files of a cache's folder that are not in use. */
export function pruneFolder(folder: string, usedNames: () => Set<string>): void {
  if (!existsSync(folder)) return;
  const used = usedNames();
  for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(`${folder}/${name}`);
}

const checksumOf = (content: Buffer, code: string): string => hash('sha256', `${code}\n${hash('sha256', content)}`);
