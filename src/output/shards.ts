import type { Alternate } from '../site/editions/alternates.ts';

/** Path of {@link ShardFacts} below the folder of a shard. */
export const SHARD_FACTS = 'publish/shard.json';

/** Path of {@link ShardAlternates} below the folder of a shard. */
export const ALTERNATES = 'publish/alternates.json';

/** `publish/shard.json`: which part of which site a shard is. */
export interface ShardFacts {
  version: 1;
  /** Counted from 1. */
  shard: number;
  count: number;
  inputs: ShardInputs;
  /** SHA-256 of the other files of `publish/` that a merge reads. */
  files: Record<string, string>;
}

/** Inputs that all shards of a site share: digests, and settings in plain words. */
export interface ShardInputs {
  /** Program, packages and Node. */
  program: string;
  /** System and processor, such as `linux x64`. Pictures may depend on it. */
  machine: string;
  hosts: string;
  /** Texts, translations and static files. */
  texts: string;
  /** Day of the build in UTC. */
  day: string;
  compression: string;
}

/** `publish/alternates.json`: the alternates of all pages, for the check of the whole site. */
export interface ShardAlternates {
  /** Pages share most sets. */
  sets: Alternate[][];
  /** Index into `sets` by root and path. */
  pages: Record<string, Record<string, number>>;
}
