import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type Manifest, MANIFEST, readManifestIfIntact } from '../../output/manifest.ts';
import { MODERATION_FILE } from '../../output/moderation-file.ts';
import { RULE_CHANGES, type RuleChangesFile } from '../../output/rule-changes.ts';
import {
  ALTERNATES,
  SHARD_FACTS,
  type ShardAlternates,
  type ShardFacts,
  type ShardInputs,
} from '../../output/shards.ts';
import { lstatIfPresent } from '../../shared/lstat-if-present.ts';
import { findManifestErrors } from './check-manifest.ts';
import type { Report } from './merge-problem.ts';
import { parseShardFacts } from './shard-facts.ts';

/** A shard that a merge was given. */
export interface ShardFolder {
  folder: string;
  facts: ShardFacts;
  manifest: Manifest;
  alternates: ShardAlternates;
  ruleChanges: RuleChangesFile;
  /** Text of the file; the same in all shards, which have the same texts. */
  moderation: string;
}

/** Inputs that the merge knows itself. */
type KnownInputs = Pick<ShardInputs, 'program' | 'hosts'>;

const BUILD_AGAIN = 'Build or copy this shard again';

/** Reads `publish/` of a shard. @returns undefined where it cannot be used */
export function readShard(folder: string, here: KnownInputs, report: Report): ShardFolder | undefined {
  if (!isRealFolder(folder, folder, report) || !isRealFolder(`${folder}/publish`, folder, report)) return undefined;
  const facts = readFacts(folder, report);
  if (!facts || !haveProgramAndHosts(folder, facts, here, report)) return undefined;
  const texts = [MANIFEST, ALTERNATES, RULE_CHANGES, MODERATION_FILE].map((file) =>
    readNamed(folder, file, facts, report),
  );
  const [, alternates, ruleChanges, moderation] = texts;
  if (texts.includes(undefined)) return undefined;
  const manifest = readManifestIfIntact(folder);
  const errors = manifest ? findManifestErrors(manifest) : ['is no manifest of this program'];
  for (const message of errors) report({ where: `${folder}/${MANIFEST}`, message, hint: BUILD_AGAIN });
  if (!manifest || errors.length) return undefined;
  return {
    folder,
    facts,
    manifest,
    alternates: JSON.parse(alternates!) as ShardAlternates,
    ruleChanges: JSON.parse(ruleChanges!) as RuleChangesFile,
    moderation: moderation!,
  };
}

/** Reports a link, which may lead anywhere, and a folder that is missing. */
function isRealFolder(path: string, shard: string, report: Report): boolean {
  const stats = lstatIfPresent(path);
  if (stats?.isDirectory()) return true;
  const isLink = stats?.isSymbolicLink();
  const message = isLink ? 'is a link, and a merge follows none' : stats ? 'is no folder' : 'is missing';
  const hint = isLink ? 'Name the folder that it leads to' : `Name the folder of a shard, such as dist.shards/1-of-2`;
  report({ where: path, message, hint: path === shard ? hint : BUILD_AGAIN });
  return false;
}

function readFacts(folder: string, report: Report): ShardFacts | undefined {
  const where = `${folder}/${SHARD_FACTS}`;
  if (!lstatIfPresent(where)?.isFile()) {
    report({ where, message: 'is missing or no file', hint: 'Name a folder that npm run build -- --shard has made' });
    return undefined;
  }
  const facts = parseShardFacts(readFileSync(where, 'utf8'));
  if (!facts) report({ where, message: 'is damaged', hint: BUILD_AGAIN });
  return facts;
}

function haveProgramAndHosts(folder: string, { inputs }: ShardFacts, here: KnownInputs, report: Report): boolean {
  const differ = [
    ...(inputs.program === here.program ? [] : ['code']),
    ...(inputs.hosts === here.hosts ? [] : ['hosts']),
  ];
  if (!differ.length) return true;
  report({
    where: folder,
    message: `was built from other ${differ.join(' and ')} than this project has`,
    hint: 'Build and merge the same commit, with the same Node, packages and variables',
  });
  return false;
}

/** Reads a file whose hash the facts name. */
function readNamed(folder: string, file: string, { files }: ShardFacts, report: Report): string | undefined {
  const where = `${folder}/${file}`;
  const content = lstatIfPresent(where)?.isFile() ? readFileSync(where) : undefined;
  if (content && hash('sha256', content) === files[file]) return content.toString();
  report({ where, message: content ? 'is damaged' : 'is missing or no file', hint: BUILD_AGAIN });
  return undefined;
}
