import { rmSync } from 'node:fs';

import { afterAll, expect, test } from 'vitest';

import type { Bucket } from '../../../src/deploy/bucket/bucket.ts';
import type { KeyValueStore } from '../../../src/deploy/targets/cloudfront/key-value-store.ts';
import {
  manifestOf,
  readGenerations,
  writeGenerations,
} from '../../../src/deploy/targets/cloudfront/numbered-generations.ts';
import { keepInStore, registerGeneration } from '../../../src/deploy/targets/cloudfront/register-generation.ts';
import { storeEntries, storeTable } from '../../../src/deploy/targets/cloudfront/store-table.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { changeDist } from '../../support/deploy/change-dist.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const HOST = 'one.example';
const first = smallDist({ [HOST]: ['ru'] });
const second = changeDist(first, {
  [`${HOST}/ru/rules.html`]: '<html>Second.</html>',
  [`${HOST}/ru/contacts.html`]: undefined,
  [`${HOST}/ru/new.html`]: '<html>New.</html>',
});
const third = changeDist(second, { [`${HOST}/ru/rules.html`]: '<html>Third.</html>' });
const [a, b, c] = [first, second, third].map((dist) => readManifest(dist)) as [Generation, Generation, Generation];
/** Another change of the first, which has none of the pages of the second. */
const other = changeDist(first, { [`${HOST}/ru/chat.html`]: '<html>Other.</html>' });
const another = readManifest(other);
afterAll(() => [first, second, third, other].forEach((dist) => rmSync(dist, { recursive: true })));

type Generation = ReturnType<typeof readManifest>;

/** A bucket and a store in memory; each key of the store is a write of its own, and writes of both are counted. */
function memory() {
  const objects = new Map<string, string>();
  const values = new Map<string, string>();
  let left = Infinity;
  const count = (): void => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  const bucket = {
    read: async (key: string) => objects.get(key),
    async write(key: string, text: string) {
      count();
      objects.set(key, text);
    },
  } as unknown as Bucket;
  const store: Pick<KeyValueStore, 'update'> = {
    async update(changes) {
      for (const [key, value] of changes) {
        count();
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      }
    },
  };
  return { bucket, store, values, killAfter: (writes: number) => (left = writes) };
}

/** Fails where the store has anything but the values of the generations in the state. */
async function expectExact({ bucket, values }: ReturnType<typeof memory>): Promise<void> {
  const generations = (await readGenerations(bucket))!;
  expect(generations.every(({ isComplete }) => isComplete)).toBe(true);
  const tables = [];
  for (const each of generations)
    tables.push({ number: each.number, table: storeTable(await manifestOf(bucket, each)) });
  expect([...values].toSorted()).toEqual([...storeEntries(tables)].toSorted());
}

/** Removes the first generation, as a deployment with --keep does. */
async function removeFirst({ bucket, store }: ReturnType<typeof memory>): Promise<void> {
  const all = (await readGenerations(bucket))!;
  const marked = all.map((each, index) => ({ ...each, isComplete: index > 0 && each.isComplete }));
  await writeGenerations(bucket, marked);
  await keepInStore(bucket, store, marked, marked.slice(1));
  await writeGenerations(bucket, marked.slice(1));
}

test.each([
  ['a new generation', (to: ReturnType<typeof memory>) => registerGeneration(to.bucket, to.store, b)],
  ['the removal of a generation', removeFirst],
])('%s that is killed at any write leaves nothing in the store after the next generation', async (_, task) => {
  for (let writes = 0; ; writes += 1) {
    const place = memory();
    await registerGeneration(place.bucket, place.store, a);
    if (task === removeFirst) await registerGeneration(place.bucket, place.store, b);
    const served = new Map(place.values);
    place.killAfter(writes);
    const isKilled = await task(place).then(
      () => false,
      () => true,
    );
    // The values of the served generation stay.
    if (task !== removeFirst)
      for (const [key, value] of served)
        expect(place.values.get(key)).toMatch(new RegExp(`(^|\n)${RegExp.escape(value)}$`));
    place.killAfter(Infinity);
    await registerGeneration(place.bucket, place.store, task === removeFirst ? c : another);
    await expectExact(place);
    if (!isKilled) break;
  }
});
