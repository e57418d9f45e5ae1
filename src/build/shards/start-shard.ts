import { SHARD } from '../../output/folders.ts';
import { buildHostsOnly, editions } from '../../site/editions/configured-editions.ts';
import { countPages, splitHosts } from './split-hosts.ts';
import { type TextsDigest, textsDigest } from './texts-digest.ts';

/** The shard that this process builds. */
export interface Shard {
  /** Counted from 1. */
  number: number;
  count: number;
  texts: TextsDigest;
}

/** Has this process build the hosts of its shard only; see `SHARD`. */
export function startShard(): Shard {
  const [number = 0, count = 0] = SHARD!.split('-of-').map(Number);
  buildHostsOnly(new Set(splitHosts(countPages(editions), count)[number - 1]));
  return { number, count, texts: textsDigest() };
}
