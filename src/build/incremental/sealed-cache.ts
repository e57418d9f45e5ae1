import { hash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { readIfPresent } from '../../shared/read-if-present.ts';

/**
 * Reads JSON that {@link writeSealedCache} wrote.
 * @param code digest of the program
 * @returns undefined where the file is missing or damaged, or another program wrote it
 */
export function readSealedCache<Content>(file: string, code: string): Content | undefined {
  const [checksum, content = ''] = String(readIfPresent(file) ?? '').split(/\n(.*)/s);
  return checksum === checksumOf(content, code) ? (JSON.parse(content) as Content) : undefined;
}

/** Writes JSON with a checksum of its content and the program. */
export function writeSealedCache(file: string, code: string, content: object): void {
  const text = JSON.stringify(content);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${checksumOf(text, code)}\n${text}`);
  renameSync(`${file}.new`, file);
}

const checksumOf = (content: string, code: string): string => hash('sha256', `${code}\n${content}`);
