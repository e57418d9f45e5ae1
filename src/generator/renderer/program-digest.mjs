import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { listFiles } from '../../shared/files/list-files.mjs';

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

/** Holds the last digest of a program behind that of the stamps of its files. Reading all files takes half of a build that finds nothing changed. */
const KNOWN = '.build/program-digest';

/** A file that changes again this soon may keep its times: file systems count in steps of up to 2 s. */
const TIME_STEP_MS = 2000;

/** Digest of the program of a build, its packages and the version of Node. Texts and tests do not count. */
export function programDigest(folder = '.') {
  const sources = [
    ...listFiles(join(folder, 'src'), ['content', 'themes']).map((file) => `src/${file}`),
    ...listFiles(join(folder, 'scripts/lib')).map((file) => `scripts/lib/${file}`),
  ].filter((file) => !file.endsWith('.test.ts'));
  const files = [...CONFIGURATION, ...sources];
  const known = join(folder, KNOWN);
  const { stamps, isSettled } = readStamps(folder, files);
  const [, knownStamps, knownDigest] =
    /^(\w{64}) (\w{64})$/.exec(existsSync(known) ? readFileSync(known, 'utf8') : '') ?? [];
  if (knownDigest && knownStamps === stamps) return knownDigest;
  const digest = hash('sha256', `${process.version} ${digestFiles(folder, files)}`);
  if (isSettled) {
    mkdirSync(dirname(known), { recursive: true });
    writeFileSync(known, `${stamps} ${digest}`);
  }
  return digest;
}

/**
 * Digest of names, sizes, times and inodes of files, and whether a later change has other times.
 * @param {string} folder
 * @param {string[]} files
 */
function readStamps(folder, files) {
  let newest = 0;
  const stamps = files.map((file) => {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(folder, file));
    newest = Math.max(newest, mtimeMs, ctimeMs);
    return [file, size, mtimeMs, ctimeMs, ino].join(' ');
  });
  return {
    stamps: hash('sha256', [process.version, ...stamps].join('\n')),
    isSettled: newest < Date.now() - TIME_STEP_MS,
  };
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
