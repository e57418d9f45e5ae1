import { writeFileSync } from 'node:fs';

import type { Output } from '../../output/folders.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Compression } from '../files/compress.ts';

/** How a build compresses. */
interface LastOptions {
  compression: Compression;
  dictionaries: boolean;
}

const fileOf = ({ cache }: Output): string => `${cache}/last-options.json`;

export const rememberOptions = (output: Output, { compression, dictionaries }: LastOptions): void =>
  writeFileSync(fileOf(output), JSON.stringify({ compression, dictionaries }));

/** Arguments of a build that compresses at least as the last one did: other levels would change every file that is deployed. */
export function lastArguments(output: Output): string[] {
  const text = readIfPresent(fileOf(output));
  if (!text) return [];
  const { compression, dictionaries } = JSON.parse(text.toString()) as LastOptions;
  return [...(compression === 'best' ? ['--compress', 'best'] : []), ...(dictionaries ? ['--dictionaries'] : [])];
}
