import { buildSite } from '../../../../src/generator/build-site.ts';
import { programDigest } from '../../../../src/generator/renderer/program-digest.mjs';
import { startCompiler } from '../../../../src/generator/renderer/start-compiler.mjs';
import { outputOf } from '../../../../src/output/folders.ts';
import { openSite, readSiteOptions } from '../../../../src/site/open-site.ts';
import { readTelemetry } from '../../../../src/telemetry/settings.ts';

/** Builds the sites of each group at once, and the groups in sequence. The argument is JSON: groups of sites by folder, with their days. */
const groups = JSON.parse(process.argv[2] ?? '[]') as { folder: string; day: string }[][];
const program = programDigest();

// Each page that Astro renders lets the other build go on.
const { text } = Response.prototype;
Response.prototype.text = async function (): Promise<string> {
  await new Promise(setImmediate);
  return text.call(this);
};

async function build(folder: string, day: string): Promise<void> {
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
}

for (const group of groups) await Promise.all(group.map(({ folder, day }) => build(folder, day)));
