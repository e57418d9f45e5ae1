import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';

import { prepareDatabases } from './prepare-databases.ts';
import { copyProject } from './runnable-project-copy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a project. Its `dist/` is a clean build with the hosts of the tests. */
    site: string;
    /** Output of that build. */
    report: string;
    /** `DATA_DIR` of an embedded database with every table of the service. */
    embedded: string;
    /** `DATABASE_URL` of a database with the same tables, if PostgreSQL is installed. */
    postgres: string | undefined;
    /** Databases that suites of the service run on, in turn. */
    databases: ('PGlite' | 'PostgreSQL')[];
  }
}

type Built = Pick<ProvidedContext, 'site' | 'report' | 'embedded' | 'postgres'> & { remove: () => void };

declare global {
  /** Each project of Vitest has a copy of this module, and shares what the first has built. */
  var builtSite: Promise<Built> | undefined;
}

/** Builds the site once for all tests, and creates their template databases. */
export default async function buildSiteOnce({ provide }: TestProject): Promise<() => void> {
  globalThis.builtSite ??= buildSite();
  const { site, report, embedded, postgres, remove } = await globalThis.builtSite;
  provide('site', site);
  provide('report', report);
  provide('embedded', embedded);
  provide('postgres', postgres);
  return remove;
}

async function buildSite(): Promise<Built> {
  const project = copyProject();
  const [{ code, output }, databases] = await Promise.all([project.run('build'), prepareDatabases()]);
  const remove = (): void => [project, databases].forEach((one) => one.remove());
  if (code !== 0) {
    remove();
    throw new Error(`The site does not build:\n${output}`);
  }
  return { site: project.dir, report: output, embedded: databases.embedded, postgres: databases.postgres, remove };
}
