import { hash } from 'node:crypto';

import { formatManifest, type Manifest, MANIFEST } from '../../output/manifest.ts';
import { MODERATION_FILE } from '../../output/moderation-file.ts';
import { RULE_CHANGES } from '../../output/rule-changes.ts';
import { ALTERNATES, SHARD_FACTS, type ShardAlternates } from '../../output/shards.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import type { BuildSettings, BuiltEdition } from '../build-host.ts';
import { formatModerationFile } from '../files/moderation-file.ts';
import { alternatesOf, type BuildRecord } from '../incremental/build-record.ts';
import { formatShardFacts, inputsHere } from './shard-facts.ts';
import type { Shard } from './start-shard.ts';

interface FinishedShard {
  manifest: Manifest;
  record: BuildRecord;
  /** Editions that were not reused. */
  built: BuiltEdition[];
  /** Of its editions; see `formatRuleChanges`. */
  ruleChanges: string;
}

/**
 * The files of `publish/` that a merge reads, beside the manifest.
 * @throws UserError where texts changed during the build
 */
export function describeShard(
  { number, count, texts }: Shard,
  { code, day, compression, dictionaries }: BuildSettings & { dictionaries: boolean },
  { manifest, record, built, ruleChanges }: FinishedShard,
): [file: string, text: string][] {
  texts.confirm();
  const files: [string, string][] = [
    [ALTERNATES, `${JSON.stringify(shareSets(alternatesOf(record, built)))}\n`],
    [RULE_CHANGES, ruleChanges],
    [MODERATION_FILE, formatModerationFile()],
  ];
  const hashes = [[MANIFEST, formatManifest(manifest)] as const, ...files].map(([file, text]) => [
    file,
    hash('sha256', text),
  ]);
  const facts = formatShardFacts({
    version: 1,
    shard: number,
    count,
    inputs: {
      ...inputsHere(code),
      texts: texts.sha256,
      day,
      compression: dictionaries ? `${compression}, dictionaries` : compression,
    },
    files: Object.fromEntries(hashes) as Record<string, string>,
  });
  return [...files, [SHARD_FACTS, facts]];
}

/** Stores equal alternates once. */
function shareSets(editions: [root: string, pages: BuiltEdition['alternates']][]): ShardAlternates {
  const numbers = new Map<string, number>();
  const numberOf = (alternates: Alternate[]): number => {
    const set = JSON.stringify(alternates);
    if (!numbers.has(set)) numbers.set(set, numbers.size);
    return numbers.get(set)!;
  };
  const pages = editions.map(([root, own]) => [
    root,
    Object.fromEntries(own.map(([path, alternates]) => [path, numberOf(alternates)])),
  ]);
  return {
    pages: Object.fromEntries(pages) as ShardAlternates['pages'],
    sets: [...numbers.keys()].map((set) => JSON.parse(set) as Alternate[]),
  };
}
