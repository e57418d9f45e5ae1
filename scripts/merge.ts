/** `npm run merge -- <folders>`: puts the shards of `npm run build -- --shard 1/2` and `2/2` together into dist/, or reports everything that is wrong with them. */
import './lib/report-user-errors.ts';
import { parseArgs } from 'node:util';

import { mergeShards } from '../src/build/merge-shards.ts';

const { positionals } = parseArgs({ allowPositionals: true, options: {} });
console.log(await mergeShards(positionals));
