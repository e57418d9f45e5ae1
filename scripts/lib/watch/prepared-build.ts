import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BuildOptions } from '../../../src/build/build-site.ts';
import { isLocked } from '../../../src/shared/process-lock.ts';

/** Time between two looks at the lock of another build. */
const LOCK_MS = 100;

/** Options of a build by `npm run build -- --watch`. */
export type WatchOptions = Pick<BuildOptions, 'force' | 'compression'>;

/**
 * Process of `npm run build -- --watch` for one build. It imports the program while there is nothing to build, and waits for a message.
 * The parameters are those of `runBuild`.
 */
export async function prepareBuild(program: string, compiler: ChildProcess | undefined): Promise<void> {
  // The signal of a terminal also goes to this process. The watching process ends it, after the build.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit());
  // These modules read no text and no translation before a build.
  const { buildSite } = await import('../../../src/build/build-site.ts');
  await import('../../../src/build/update-dist.ts');
  process.once('message', async ({ isFirst, ...options }: WatchOptions & { isFirst: boolean }) => {
    process.removeAllListeners('disconnect');
    const start = performance.now();
    const report = await whenFree(() => buildSite({ program, compiler, ...options, onStep: () => {} }));
    const shown = isFirst ? report : report.slice(report.search(/^\d+ editions, /m));
    console.log(`${shown}\n${((performance.now() - start) / 1000).toFixed(2)} s`);
    if (process.connected) process.disconnect();
  });
  process.send!('ready');
}

/** Builds as soon as no other process builds here. */
async function whenFree(build: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await build();
    } catch (error) {
      if (!isLocked(error)) throw error;
      await sleep(LOCK_MS);
    }
  }
}
