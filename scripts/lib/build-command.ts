import './options/site-option.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { parseArgs } from 'node:util';

import type { Compression } from '../../src/generator/files/compress.ts';
import { startCompiler } from '../../src/generator/renderer/start-compiler.mjs';
import { outputOf } from '../../src/output/folders.ts';
import { required } from '../../src/shared/required.ts';
import { UserError } from '../../src/shared/user-error.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { readTelemetry } from '../../src/telemetry/settings.ts';
import { setDate } from './options/set-date.ts';
import { showProgress } from './terminal/show-progress.ts';
import type { WatchOptions } from './watch/build-process.ts';

/** Argument of a process that `--watch` starts. */
const WATCHED = 'watched';

/**
 * Builds as the arguments of the process say.
 * @param program digest of this program
 * @param compiler process that has bundled this program; undefined where it was bundled before
 */
export async function runBuild(program: string, compiler: ChildProcess | undefined): Promise<void> {
  if (process.argv[2] === WATCHED) {
    const { buildOnChanges } = await import('./watch/build-process.ts');
    return buildOnChanges(
      JSON.parse(required(process.argv[3], 'options of a build')) as WatchOptions,
      program,
      compiler,
    );
  }
  const { values } = parseArgs({
    options: {
      force: { type: 'boolean', default: false },
      compress: { type: 'string', default: 'fast' },
      compression: { type: 'boolean', default: true },
      dictionaries: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      date: { type: 'string' },
    },
    allowNegative: true,
  });
  const { force, compress, dictionaries, watch } = values;
  setDate(values.date);
  if (compress !== 'fast' && compress !== 'best')
    throw new UserError(`--compress is "${compress}". Write fast, or best for a build that is deployed.`);
  const compression: Compression = values.compression ? compress : 'none';
  if (dictionaries && compression === 'none')
    throw new UserError('--dictionaries compresses pages. Leave it or --no-compression out.');
  if (watch) {
    compiler?.disconnect();
    const { watchBuilds } = await import('./watch/watch-builds.ts');
    await watchBuilds(readSiteOptions(process.env), { force, compression, dictionaries }, (options) =>
      fork(required(process.argv[1], 'path of this program'), [WATCHED, JSON.stringify(options)]),
    );
  } else {
    const onStep = showProgress();
    const site = await openSite(readSiteOptions(process.env));
    const { buildSite } = await import('../../src/generator/build-site.ts');
    const output = outputOf(site.root);
    const start = (): ChildProcess => compiler ?? startCompiler(process.env);
    const telemetry = readTelemetry(process.env);
    const settings = { site, output, program, telemetry, startCompiler: start, force, compression, dictionaries };
    try {
      console.log(await buildSite({ ...settings, onStep }));
    } finally {
      // It ends where it had no pages to compile.
      if (compiler?.connected) compiler.disconnect();
    }
  }
}
