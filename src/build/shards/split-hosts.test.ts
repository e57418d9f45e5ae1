import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitHosts } from './split-hosts.ts';

test('every host is in exactly one shard, and each shard differs from an equal share by less than the largest host', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 40 }), (pages, count) => {
      const hosts = pages.map((size, index): [string, number] => [`h${index}`, size]);
      const shards = splitHosts(hosts, count);
      expect(shards).toHaveLength(count);
      expect(shards.flat()).toEqual(hosts.map(([name]) => name));
      const sizeOf = new Map(hosts);
      const share = pages.reduce((sum, size) => sum + size, 0) / count;
      for (const shard of shards) {
        const size = shard.reduce((sum, name) => sum + sizeOf.get(name)!, 0);
        expect(Math.abs(size - share)).toBeLessThanOrEqual(Math.max(...pages));
      }
    }),
  );
});

test('a brand of equal hosts stays together where shards are as large as brands', () => {
  const hosts = ['a1', 'a2', 'b1', 'b2'].map((name): [string, number] => [name, 10]);
  expect(splitHosts(hosts, 2)).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2'],
  ]);
});
