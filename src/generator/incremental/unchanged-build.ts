import { hash } from 'node:crypto';

import { SERVER_CONFIGS } from '../../output/cdn-config/server-configs.ts';
import { writeNoChanges } from '../../output/changes.ts';
import type { Output } from '../../output/folders.ts';
import { type Manifest, manifestFile } from '../../output/manifest.ts';
import { MODERATION_FILE } from '../../output/moderation-file.ts';
import { RULE_CHANGES } from '../../output/rule-changes.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { readSealedCache, writeSealedCache } from '../files/sealed-cache.ts';
import { intactEditions } from './intact-editions.ts';

/** The last build, under the digest of its inputs. */
const fileOf = ({ cache }: Output): string => `${cache}/last-build.json`;

interface LastBuild {
  /** Digest of manifest and server configurations. */
  published: string;
  /** Report of a build that changes nothing. */
  report: string;
}

/**
 * The report where inputs and `dist/` are those of the last build.
 * @param inputs digest of all inputs
 */
export function reportIfUnchanged(output: Output, inputs: string): string | undefined {
  const last = readSealedCache<LastBuild>(fileOf(output), inputs);
  if (!last) return undefined;
  const files = readPublished(output);
  if (digestOf(files) !== last.published) return undefined;
  const manifest = JSON.parse(String(files[0])) as Manifest;
  if (intactEditions(output, manifest).size < manifest.editions.length) return undefined;
  writeNoChanges(output.dist, manifest.build);
  return last.report;
}

/** Remembers the build in `dist/` for {@link reportIfUnchanged}. */
export const rememberBuild = (output: Output, inputs: string, report: string): void =>
  writeSealedCache(fileOf(output), inputs, { published: digestOf(readPublished(output)), report });

/** Files that belong to no edition. */
const readPublished = ({ dist }: Output): (Buffer | undefined)[] =>
  [manifestFile(dist), ...[...SERVER_CONFIGS, RULE_CHANGES, MODERATION_FILE].map((file) => `${dist}/${file}`)].map(
    readIfPresent,
  );

const digestOf = (files: (Buffer | undefined)[]): string =>
  hash('sha256', files.map((file) => (file ? hash('sha256', file) : '')).join('\n'));
