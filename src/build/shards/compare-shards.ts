import type { ShardInputs } from '../../output/shards.ts';
import { editions } from '../../site/editions/configured-editions.ts';
import { rootOf } from '../../site/editions/editions.ts';
import type { Report } from './merge-problem.ts';
import type { ShardFolder } from './read-shard.ts';

/** Inputs that shards must share, in the words of a message. */
const INPUTS: Record<keyof ShardInputs, string> = {
  program: 'another program',
  machine: 'another type of machine',
  hosts: 'other hosts',
  texts: 'other texts',
  day: 'another day',
  compression: 'another compression',
};

/** Reports shards that are missing, doubled or of different sites, and editions in two shards or none. */
export function compareShards(shards: ShardFolder[], report: Report): void {
  const [first] = shards;
  if (!first) return;
  for (const shard of shards.slice(1)) compareInputs(first, shard, report);
  const { count } = first.facts;
  const byNumber = Map.groupBy(shards, ({ facts }) => facts.shard);
  for (const [number, [one, ...others]] of byNumber)
    for (const { folder } of others)
      report({
        where: folder,
        message: `is shard ${number}/${count}, as ${one!.folder} is`,
        hint: 'Leave out one of the two',
      });
  for (let number = 1; number <= count; number += 1)
    if (!byNumber.has(number))
      report({
        where: `shard ${number}/${count}`,
        message: 'is missing',
        hint: `Build it (npm run build -- --shard ${number}/${count}), and name its folder`,
      });
  compareEditions(shards, byNumber.size === count, report);
}

function compareInputs(first: ShardFolder, shard: ShardFolder, report: Report): void {
  const [a, b] = [first.facts, shard.facts];
  if (a.count !== b.count)
    report({
      where: shard.folder,
      message: `is one of ${b.count} shards, and ${first.folder} is one of ${a.count}`,
      hint: 'Merge shards of a single build',
    });
  const differ = (Object.keys(INPUTS) as (keyof ShardInputs)[]).filter((name) => a.inputs[name] !== b.inputs[name]);
  if (differ.length)
    report({
      where: shard.folder,
      message: `was built from ${differ.map((name) => INPUTS[name]).join(' and ')} than ${first.folder}`,
      hint: 'Build all shards from the same commit, with the same flags, and on the same day (--date)',
    });
}

function compareEditions(shards: ShardFolder[], isComplete: boolean, report: Report): void {
  const holders = new Map<string, ShardFolder>();
  for (const shard of shards)
    for (const { root } of shard.manifest.editions) {
      const other = holders.get(root);
      if (other && other.facts.shard !== shard.facts.shard)
        report({
          where: shard.folder,
          message: `has the edition ${root}, as ${other.folder} has`,
          hint: 'Build both shards again',
        });
      holders.set(root, shard);
    }
  const missing = editions.map(rootOf).filter((root) => !holders.has(root));
  if (isComplete && missing.length)
    report({
      where: `edition ${missing[0]}`,
      message: `and ${missing.length - 1} more editions are in no shard`,
      hint: 'Build all shards again',
    });
}
