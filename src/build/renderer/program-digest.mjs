import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles } from '../../shared/list-files.mjs';

/** Holds the bundled program, in a folder of the name of its digest. */
export const PROGRAM_DIR = '.build/program';

/** Files that can change a page, beside those in `src/`. */
export const CONFIGURATION = [
  'astro-i18next.config.cjs',
  'astro.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Digest of the program of a build, its packages and the version of Node. Texts and tests do not count. */
export function programDigest(folder = '.') {
  const sources = [
    ...listFiles(join(folder, 'src'), 'content').map((file) => `src/${file}`),
    ...listFiles(join(folder, 'scripts/lib')).map((file) => `scripts/lib/${file}`),
  ].filter((file) => !file.endsWith('.test.ts'));
  return hash('sha256', `${process.version} ${digestFiles(folder, [...CONFIGURATION, ...sources])}`);
}

/**
 * Digest of names and contents of files.
 * @param {string} folder
 * @param {string[]} files paths below it
 */
export function digestFiles(folder, files) {
  const hashes = files.toSorted().map((file) => `${file} ${hash('sha256', readFileSync(join(folder, file)))}`);
  return hash('sha256', hashes.join('\n'));
}

/** @param {string} bundle folder of a bundled program */
export const isBundled = (bundle) =>
  existsSync(checksumFile(bundle)) && readFileSync(checksumFile(bundle), 'utf8') === checksumOf(bundle);

/** @param {string} bundle folder of a bundled program */
export const writeBundleChecksum = (bundle) => writeFileSync(checksumFile(bundle), checksumOf(bundle));

/** @param {string} bundle */
const checksumFile = (bundle) => `${bundle}/checksum`;

/** @param {string} bundle */
const checksumOf = (bundle) =>
  digestFiles(
    bundle,
    listFiles(bundle).filter((file) => file.endsWith('.mjs')),
  );
