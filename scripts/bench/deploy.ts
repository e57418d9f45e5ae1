/**
 * `npm run bench:deploy [-- --hosts 300]`: deploys a site to a folder of this machine, changes a rule, deploys again, goes back, and prints
 * the figures of docs/ship.md.
 */
import '../lib/terminal/report-user-errors.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { DeployReport } from '../../src/deploy/deploy-report.ts';
import { CHANGES, type Changes } from '../../src/output/changes.ts';
import { readManifest } from '../../src/output/manifest.ts';
import { required } from '../../src/shared/required.ts';
import { table } from '../lib/markdown-table.ts';
import { median } from '../lib/median.ts';
import { changeRule, makeSite } from './build/build-scenarios.ts';
import { measureScript, type Usage } from './lib/measure-script.ts';

/** Runs of each deployment but the first; medians are printed. */
const RUNS = 3;

const { values } = parseArgs({ options: { hosts: { type: 'string', default: '300' } } });
const site = makeSite({ hosts: Number(values.hosts), articles: 'own' });
const dist = join(site.dir, 'dist');
const folder = { type: 'folder', path: join(site.dir, 'served'), verify: false };
const purge = [
  { type: 'cloudflare', zones: { example: 'a'.repeat(32) } },
  { type: 'cloudfront', distribution: 'E2QWRUHAPOMQZL' },
  { type: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY', keys: true },
];
const targets = { folder, purged: { ...folder, purge } };
writeFileSync(join(site.dir, 'deploy.config.ts'), `export default ${JSON.stringify(targets)};\n`);
// Dry runs call nothing.
for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'CLOUDFLARE_API_TOKEN', 'FASTLY_API_TOKEN'])
  process.env[name] = 'none';

const rows = [['deployment', 'files sent', 'seconds', 'CPU s', 'memory, MB']];
await build();
addRow('the first', [await deploy()]);
const changed: Deployment[] = [];
for (let run = 0; run < RUNS; run += 1) {
  changeRule(site);
  await build();
  if (run === 0) console.error((await measureScript(site, 'scripts/deploy.ts', ['purged', '--dry-run'])).output);
  console.error(`changes.json has ${changedUrls().toLocaleString('en')} URLs`);
  changed.push(await deploy());
}
addRow('one rule changed', changed);
addRow('of the same build', [await deploy(), await deploy(), await deploy()]);
const last = required(changed.at(-1)?.report.build, 'last generation');
const before = required(changed.at(-2)?.report.build, 'generation before');
addRow('back to a generation (`--to`)', [
  await deploy('--to', before),
  await deploy('--to', last),
  await deploy('--to', before),
]);
const files = readManifest(dist).editions.flatMap((edition) => Object.keys(edition.files));
const pages = files.filter((file) => file.endsWith('.html')).length;
console.log(table(rows, ['deployment']));
console.log(`\n${values.hosts} hosts, ${pages.toLocaleString('en')} pages, ${files.length.toLocaleString('en')} files`);

interface Deployment extends Usage {
  report: DeployReport;
}

async function build(): Promise<void> {
  await measureScript(site, 'scripts/build.mjs', []);
}

async function deploy(...args: string[]): Promise<Deployment> {
  const usage = await measureScript(site, 'scripts/deploy.ts', ['folder', '--json', ...args]);
  const line = usage.output.trim().replace(/^.*\n/s, '');
  return { ...usage, report: JSON.parse(line) as DeployReport };
}

function addRow(name: string, runs: Deployment[]): void {
  const of = (value: (run: Deployment) => number): number => median(runs.map(value));
  rows.push([
    name,
    of(({ report }) => report.files.sent).toLocaleString('en'),
    of(({ seconds }) => seconds).toFixed(2),
    of(({ cpuSeconds }) => cpuSeconds).toFixed(2),
    of(({ megabytes }) => megabytes).toFixed(0),
  ]);
}

function changedUrls(): number {
  const { editions } = JSON.parse(readFileSync(join(dist, CHANGES), 'utf8')) as Changes;
  return editions.flatMap((edition) => Object.keys({ ...edition.added, ...edition.changed })).length;
}
