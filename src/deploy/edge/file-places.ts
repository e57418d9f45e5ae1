/** Name of the bindings of a worker to static assets, before their number. */
export const FILES_BINDING = 'FILES_';

/** Which of several workers with static assets holds a file. */
export const shardOf = (hash: string, shards: number): number => Number.parseInt(hash.slice(0, 8), 16) % shards;

/** Key of a file in a bucket. */
export const objectKey = (hash: string): string => `objects/${hash}`;
