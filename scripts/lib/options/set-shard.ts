import { UserError } from '../../../src/shared/user-error.ts';

/** Enough for a site of a million hosts. */
const MAX_SHARDS = 1000;

/**
 * Makes this process build a shard. Modules of the build, which load later, read the variable.
 * @param shard such as `2/4`, the second of four; undefined for a whole build
 * @throws UserError where it names no shard, or a setting excludes it
 */
export function setShard(shard: string | undefined, watch: boolean): void {
  delete process.env.BUILD_SHARD;
  if (shard === undefined) return;
  const [, number, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(shard) ?? [];
  if (!number || Number(number) > Number(count) || Number(count) > MAX_SHARDS)
    throw new UserError(`--shard is "${shard}". Write 2/4 for the second of four; at most ${MAX_SHARDS} are possible.`);
  const excluded = [watch && '--watch', process.env.HOSTS?.trim() && 'HOSTS'].filter(Boolean);
  if (excluded.length)
    throw new UserError(`--shard cannot be used with ${excluded.join(' and ')}. Leave out one or the other.`);
  process.env.BUILD_SHARD = `${number}-of-${count}`;
}
