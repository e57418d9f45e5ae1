/** `npm run build [-- --force] [--compress best] [--no-compression] [--watch]`: brings dist/ up to date, or reports every problem and leaves dist/ as it was. */
import './lib/report-user-errors.ts';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

import { UserError } from '../src/shared/user-error.ts';
import { showProgress } from './lib/show-progress.ts';

const { values } = parseArgs({
  options: {
    force: { type: 'boolean', default: false },
    compress: { type: 'string', default: 'fast' },
    compression: { type: 'boolean', default: true },
    watch: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const { force, compress, watch } = values;
if (compress !== 'fast' && compress !== 'best')
  throw new UserError(`--compress is "${compress}". Write fast, or best for a build that is deployed.`);

// Astro compiles for production, and the pages have to run as they were compiled.
process.env.NODE_ENV = 'production';
// Importing the program takes longer than most builds: keep its compiled code, except on the first build, which has enough to write.
if (existsSync('.cache')) {
  // Workers read the variable.
  process.env.NODE_COMPILE_CACHE ??= '.cache/node';
  enableCompileCache();
}
const compression = values.compression ? compress : 'none';
if (watch) {
  const { watchBuilds } = await import('./lib/watch/watch-builds.ts');
  await watchBuilds({ force, compression });
} else {
  const onStep = showProgress();
  const { buildSite } = await import('../src/build/build-site.ts');
  console.log(await buildSite({ force, compression, onStep }));
}
