import { hash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { readIfThere } from '../../shared/read-if-there.ts';

/**
 * Reads what {@link writeCache} wrote.
 * @returns nothing where there is no such file, it is damaged, or another program wrote it
 */
export function readCache<Content>(file: string, code: string): Content | undefined {
  const [seal, content = ''] = String(readIfThere(file) ?? '').split(/\n(.*)/s);
  return seal === sealOf(content, code) ? (JSON.parse(content) as Content) : undefined;
}

/** Writes a file that a build may trust or throw away. */
export function writeCache(file: string, code: string, content: object): void {
  const text = JSON.stringify(content);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${sealOf(text, code)}\n${text}`);
  renameSync(`${file}.new`, file);
}

const sealOf = (content: string, code: string): string => hash('sha256', `${code}\n${content}`);
