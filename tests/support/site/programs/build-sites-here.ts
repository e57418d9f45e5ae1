import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildSite } from '../../../../src/generator/build-site.ts';
import { programDigest } from '../../../../src/generator/renderer/program-digest.mjs';
import { startCompiler } from '../../../../src/generator/renderer/start-compiler.mjs';
import { outputOf } from '../../../../src/output/folders.ts';
import { openSite, readSiteOptions } from '../../../../src/site/open-site.ts';
import { readTelemetry } from '../../../../src/telemetry/settings.ts';

interface SiteToBuild {
  folder: string;
  day: string;
  /** Folder with the files that the site has from now on. */
  from?: string;
  /** Folder to which the output is copied. */
  keep?: string;
}

/** Builds the sites of each group at once, and the groups in sequence. The argument is JSON: groups of sites. */
const groups = JSON.parse(process.argv[2] ?? '[]') as SiteToBuild[][];
const program = programDigest();

// Each page that Astro renders lets the other build go on.
const { text } = Response.prototype;
Response.prototype.text = async function (): Promise<string> {
  await new Promise(setImmediate);
  return text.call(this);
};

/** What editors and operators own. */
const OWNED = ['src', 'public', 'hosts.config.ts'];

async function build({ folder, day, from, keep }: SiteToBuild): Promise<void> {
  if (from)
    for (const name of OWNED) {
      rmSync(join(folder, name), { recursive: true, force: true });
      cpSync(join(from, name), join(folder, name), { recursive: true });
    }
  const seconds = String(Date.parse(day) / 1000);
  const site = await openSite(readSiteOptions({ SITE: folder, SOURCE_DATE_EPOCH: seconds }));
  await buildSite({
    site,
    output: outputOf(site.root),
    program,
    telemetry: readTelemetry(process.env),
    startCompiler: () => startCompiler(process.env),
    force: false,
    compression: 'none',
    dictionaries: false,
    onStep: () => {},
  });
  if (keep) cpSync(join(folder, 'dist'), keep, { recursive: true });
}

for (const group of groups) await Promise.all(group.map(build));
