import { z } from 'zod';

import type { Manifest } from '../../../output/manifest.ts';
import { parseManifest } from '../../../output/parse-manifest.ts';
import { UserError } from '../../../shared/user-error.ts';
import { type Bucket, OWN_FOLDER } from '../../bucket/bucket.ts';

const schema = z.array(
  z.object({
    /** Rises with each generation; the pointer of the store names it. */
    number: z.int().min(1),
    build: z.string(),
    deployedAt: z.string(),
    /** Whether all its values are in the store. */
    isComplete: z.boolean(),
  }),
);

/** A generation whose values are in the store, or may be. */
export type NumberedGeneration = z.output<typeof schema>[number];

const STATE_KEY = `${OWN_FOLDER}cloudfront.json`;
const GENERATIONS_FOLDER = `${OWN_FOLDER}generations/`;

const manifestKey = ({ build, number }: NumberedGeneration): string => `${GENERATIONS_FOLDER}${build}-${number}.json`;

/** Generations in the order of their numbers; undefined before the first deployment. */
export async function readGenerations(bucket: Bucket): Promise<NumberedGeneration[] | undefined> {
  const text = await bucket.read(STATE_KEY);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new UserError(
      `${STATE_KEY} of the bucket is damaged. Put an earlier version of it back, or deploy to another prefix and store.`,
      { cause: error },
    );
  }
}

export const writeGenerations = (bucket: Bucket, generations: NumberedGeneration[]): Promise<void> =>
  bucket.write(STATE_KEY, JSON.stringify(generations));

export async function manifestText(bucket: Bucket, generation: NumberedGeneration): Promise<string> {
  const text = await bucket.read(manifestKey(generation));
  if (text === undefined) throw new UserError(`The bucket has no ${manifestKey(generation)}.`);
  return text;
}

export const writeManifest = (bucket: Bucket, generation: NumberedGeneration, text: string): Promise<void> =>
  bucket.write(manifestKey(generation), text);

/** @throws UserError where the manifest is missing or refused: what the store has of it is not known then */
export const manifestOf = async (bucket: Bucket, generation: NumberedGeneration): Promise<Manifest> =>
  parseManifest(await manifestText(bucket, generation), `The manifest of generation ${generation.build}`);

/** Removes manifests of generations that the state does not name. */
export async function removeManifests(bucket: Bucket, generations: NumberedGeneration[]): Promise<void> {
  const named = new Set(generations.map(manifestKey));
  const keys = await Array.fromAsync(bucket.keys(GENERATIONS_FOLDER));
  for (const key of keys)
    if (/^[0-9a-f]{16}-\d+\.json$/.test(key.slice(GENERATIONS_FOLDER.length)) && !named.has(key))
      await bucket.remove(key);
}
