import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SERVER_CONFIGS, serverConfigs } from '../../output/cdn-config/server-configs.ts';
import { formatManifest, type Manifest, manifestFile, readManifest } from '../../output/manifest.ts';
import { MODERATION_FILE } from '../../output/moderation-file.ts';
import { RULE_CHANGES } from '../../output/rule-changes.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Transfer } from '../target.ts';

/**
 * Files of a generation below `publish/`, by path. They are made of its manifest, because `dist/publish/` has all hosts, and the
 * policies of the build before, not those of the served generation.
 */
export const configFiles = (next: Manifest): Record<string, string> => ({
  ...serverConfigs(next),
  'publish/manifest.json': formatManifest(next),
});

/** Files below `publish/` of every generation. */
export const PUBLISHED = [...SERVER_CONFIGS, 'publish/manifest.json', RULE_CHANGES, MODERATION_FILE];

/** The files below `publish/` of a generation that can be written again: those that the service reads only from the build itself. */
export const rewrittenFiles = (generation: Manifest, dist: string): Record<string, string> => ({
  ...configFiles(generation),
  ...(existsSync(manifestFile(dist)) && readManifest(dist).build === generation.build && filesOfService(dist)),
});

/** {@link configFiles} of a new generation, with the files that the service reads. */
export const publishFiles = ({ next, dist }: Pick<Transfer, 'next' | 'dist'>): Record<string, string> => ({
  ...configFiles(next),
  ...filesOfService(dist),
});

const filesOfService = (dist: string): Record<string, string> =>
  Object.fromEntries(
    [RULE_CHANGES, MODERATION_FILE].flatMap((file) => {
      const content = readIfPresent(join(dist, file));
      return content ? [[file, content.toString()] as const] : [];
    }),
  );

/** Whether servers must read their configuration again. They may keep a policy of an earlier generation, which allows more than pages need. */
export function needsReload({ next, served, isResumed }: Transfer): boolean {
  if (!served || isResumed) return true;
  const [before, after] = [served, next].map((manifest) => {
    const { 'publish/manifest.json': _, ...configs } = configFiles({ ...manifest, former: {} });
    return JSON.stringify(configs);
  });
  const isAllowed = Object.keys(next.former).every((root) => next.former[root] === served.former[root]);
  return before !== after || !isAllowed;
}
