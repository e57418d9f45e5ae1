/** A process of its own compiles program and pages: the memory that Astro and its bundler take is free again before pages are rendered. */
import { inspect } from 'node:util';

import { sendToParent } from '../../shared/send-to-parent.ts';
import { dsn } from '../../telemetry/settings.ts';
import { COMPILE_STEP, COMPILED_DIR } from './adapter.ts';

/** There are no content collections, for whose types and data Astro would start a server and bundle the dependencies of islands. */
const OPTIONS = { devOutput: false, sync: false };

// A build that was killed leaves no compiler that writes on.
process.on('disconnect', () => process.exit());
process.once('message', compilePages);

// Astro takes as long to import as the bundled program takes to make and to start.
const astro = import('astro');
const [bundle] = process.argv.slice(2);
if (bundle) {
  await (await import('./bundle-program.ts')).bundleProgram(bundle);
  sendToParent('bundled');
}
await astro;

async function compilePages(): Promise<void> {
  process.env[COMPILE_STEP] = 'true';
  process.env.ASTRO_TELEMETRY_DISABLED = 'true';
  try {
    const { build } = await import('astro');
    await build({ logLevel: 'silent' }, OPTIONS);
    if (dsn) await (await import('./bundle-error-reporter.ts')).bundleErrorReporter(dsn, `${COMPILED_DIR}/client`);
    process.exit();
  } catch (error) {
    const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
    sendToParent({ stack: inspect(error), code, path, dest }, () => process.exit(1));
  }
}
