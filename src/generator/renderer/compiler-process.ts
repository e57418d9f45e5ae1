/** A process of its own compiles program and pages: the memory that Astro and its bundler take is free again before pages are rendered. */
import { inspect } from 'node:util';

import { sendToParent } from '../../shared/send-to-parent.ts';
import type { Telemetry } from '../../telemetry/settings.ts';
import { COMPILED_DIR } from './adapter.ts';

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

async function compilePages(telemetry: Telemetry): Promise<void> {
  try {
    const { build } = await import('astro');
    await build({ logLevel: 'silent' }, OPTIONS);
    if (telemetry.dsn) {
      const { bundleErrorReporter } = await import('./bundle-error-reporter.ts');
      await bundleErrorReporter(telemetry.dsn, telemetry.makesMaps, `${COMPILED_DIR}/client`);
    }
    process.exit();
  } catch (error) {
    const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
    sendToParent({ stack: inspect(error), code, path, dest }, () => process.exit(1));
  }
}
