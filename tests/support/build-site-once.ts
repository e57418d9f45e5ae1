import type { TestProject } from 'vitest/node';

import { prepareDatabases } from './prepare-databases.ts';
import { copyProject } from './runnable-project-copy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a project. Its `dist/` is a clean build of the real site. */
    site: string;
    /** Output of that build. */
    report: string;
    /** `DATA_DIR` of an embedded database with every table of the service. */
    embedded: string;
    /** `DATABASE_URL` of a database with the same tables, if PostgreSQL is installed. */
    postgres: string | undefined;
  }
}

/** Builds the real site once for all tests, and creates their template databases. */
export default async function buildSite({ provide }: TestProject): Promise<() => void> {
  const project = copyProject();
  const [{ code, output }, databases] = await Promise.all([project.run('build'), prepareDatabases()]);
  const remove = (): void => [project, databases].forEach((one) => one.remove());
  if (code !== 0) {
    remove();
    throw new Error(`The site does not build:\n${output}`);
  }
  provide('site', project.dir);
  provide('report', output);
  provide('embedded', databases.embedded);
  provide('postgres', databases.postgres);
  return remove;
}
