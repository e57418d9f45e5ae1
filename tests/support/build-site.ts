import type { TestProject } from 'vitest/node';

import { copyProject } from './project.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a project whose `dist/` is a clean build of the real site. */
    site: string;
    /** What that build printed. */
    report: string;
  }
}

/** Builds the real site once for all tests. */
export default async function buildSite({ provide }: TestProject): Promise<() => void> {
  const project = copyProject();
  const { code, output } = await project.run('build');
  if (code !== 0) throw new Error(`The site does not build:\n${output}`);
  provide('site', project.dir);
  provide('report', output);
  return project.remove;
}
