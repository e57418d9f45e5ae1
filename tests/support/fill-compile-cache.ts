import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { environment } from './runnable-project-copy.ts';

/** Stores the compiled code of the service: a process that is killed stores none. */
export default async function compileService(project: TestProject): Promise<void> {
  const { site } = project.getProvidedContext();
  const load = `await Promise.all(['${site}/src/service/start-service.ts', '@electric-sql/pglite'].map((file) => import(file)))`;
  const { code, output } = await runAndCapture(
    process.execPath,
    ['--input-type=module', '--eval', load],
    site,
    environment({ NODE_COMPILE_CACHE: compileCacheIn(site) }),
  );
  if (code !== 0) throw new Error(`The service does not load:\n${output}`);
}

/** Folder of the compiled code of services. @param site folder of the built site */
export const compileCacheIn = (site: string): string => join(site, '.cache/node');
