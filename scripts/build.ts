/** `npm run build [-- --force] [--no-compression]`: brings dist/ up to date, or tells every problem and leaves the last good dist/. */
import './tell-mistakes.ts';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { force: { type: 'boolean', default: false }, compression: { type: 'boolean', default: true } },
  allowNegative: true,
});

// Astro compiles for production, and the pages have to run as they were compiled.
process.env.NODE_ENV = 'production';
// Loading the program takes longer than most builds do. The first one has enough to write.
if (existsSync('.cache')) enableCompileCache('.cache/node');
const { buildSite } = await import('../src/publish/build-site.ts');
console.log(await buildSite(values));
