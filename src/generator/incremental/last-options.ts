import { writeFileSync } from 'node:fs';

import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Compression } from '../files/compress.ts';

/** How a build compresses. */
interface LastOptions {
  compression: Compression;
  dictionaries: boolean;
}

const FILE = '.cache/last-options.json';

export const rememberOptions = ({ compression, dictionaries }: LastOptions): void =>
  writeFileSync(FILE, JSON.stringify({ compression, dictionaries }));

/** Arguments of a build that compresses at least as the last one did: other levels would change every file that is deployed. */
export function lastArguments(): string[] {
  const text = readIfPresent(FILE);
  if (!text) return [];
  const { compression, dictionaries } = JSON.parse(text.toString()) as LastOptions;
  return [...(compression === 'best' ? ['--compress', 'best'] : []), ...(dictionaries ? ['--dictionaries'] : [])];
}
