import { hash } from 'node:crypto';

import type { ShardFacts, ShardInputs } from '../../output/shards.ts';
import { editions } from '../../site/editions/configured-editions.ts';

/**
 * Inputs that a merge knows, too.
 * @param code digest of the program
 */
export const inputsHere = (code: string): Pick<ShardInputs, 'program' | 'machine' | 'hosts'> => ({
  program: code,
  machine: `${process.platform} ${process.arch}`,
  hosts: hash('sha256', JSON.stringify(editions)),
});

/** Text of `publish/shard.json`, which ends with a checksum. */
export const formatShardFacts = (facts: ShardFacts): string =>
  `${JSON.stringify({ ...facts, checksum: checksumOf(facts) }, null, 2)}\n`;

/** @returns undefined where the text is damaged */
export function parseShardFacts(text: string): ShardFacts | undefined {
  try {
    const { checksum, ...facts } = JSON.parse(text) as ShardFacts & { checksum: string };
    return checksumOf(facts) === checksum ? facts : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

const checksumOf = (facts: ShardFacts): string => hash('sha256', JSON.stringify(facts));
