/** `npm run bench [-- --hosts 8,80,300,3000 --runs 3 --peers <folder>]`: measures builds, into docs/benchmark.md and docs/benchmark.svg. */
import '../../lib/terminal/report-user-errors.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { required } from '../../../src/shared/required.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { temporaryFolder } from '../../lib/temporary-folder.ts';
import { showProgress } from '../../lib/terminal/show-progress.ts';
import { formatNumber } from '../lib/numbers.ts';
import { barsOf, COMPARED_HOSTS } from './bars.ts';
import { barsTable, benchmarkPage, comparisonTable, compressionTable, figuresTable } from './build-report.ts';
import {
  bestBuilds,
  type Build,
  builds,
  compressedBuilds,
  LARGE,
  largeBuilds,
  makeShippedSite,
  makeSite,
  measure,
  sharedArticles,
  shippedBuilds,
  type Site,
} from './build-scenarios.ts';
import { benchmarkChart } from './chart.ts';
import type { BuildFigure } from './measure-build.ts';
import { type Peer, type PeerBuild, peers, runPeer } from './peers.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '8,80,300,3000' },
    runs: { type: 'string', default: '3' },
    peers: { type: 'string' },
  },
});
const sizes = readSizes(values.hosts);
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new UserError(`--runs is "${values.runs}". Write how often a build is measured, such as 3.`);
if (values.peers !== undefined && !sizes.includes(COMPARED_HOSTS))
  throw new UserError(
    `Other generators build ${COMPARED_HOSTS} hosts. Add ${COMPARED_HOSTS} to --hosts, or leave --peers out.`,
  );
if (values.peers !== undefined && !existsSync(join(values.peers, 'run.sh')))
  throw new UserError(
    `--peers is "${values.peers}", where there is no run.sh. Name the folder of the other generators.`,
  );

// The exit handlers remove the copies in the temporary folder.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const onStep = showProgress();
const folder = temporaryFolder();
const figures: BuildFigure[] = [];
const peerBuilds: PeerBuild[] = [];
print(['hosts', 'run', 'build', 'seconds', 'CPU s', 'of others', 'MB', 'rendered']);
for (const hosts of sizes) await measureSize(hosts);
await measureShipped();

if (values.peers !== undefined) rmSync(join(values.peers, 'dist/.trash'), { recursive: true, force: true });
const bars = barsOf(figures, peerBuilds);
const commit = execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], { encoding: 'utf8' }).trim();
const circumstances = { runs, commit, cores: availableParallelism(), node: process.versions.node };
writeFileSync('docs/benchmark.md', benchmarkPage(figures, peerBuilds, bars, circumstances));
const drawn = figures.filter(({ build }) =>
  [...builds, ...compressedBuilds.slice(0, 1)].some(({ name }) => name === build),
);
writeFileSync('docs/benchmark.svg', benchmarkChart(drawn, runs));
console.log(`\n${figuresTable(figures)}\n\n${compressionTable(figures)}`);
if (peerBuilds.length) console.log(`\n${comparisonTable(figures, peerBuilds)}`);
console.log(`\n${barsTable(bars)}`);
console.log('\nThe same is in docs/benchmark.md and docs/benchmark.svg.');

/** Every run includes all builds, so that a busy machine slows all of them down. */
async function measureSize(hosts: number): Promise<void> {
  const own = makeSite({ hosts, articles: 'own' }, folder);
  const wanted = hosts > LARGE ? largeBuilds : [...builds, ...compressedBuilds, ...(hosts < LARGE ? bestBuilds : [])];
  const list = wanted.map((build): [Site, Build] => [own, build]);
  const others = hosts === COMPARED_HOSTS ? values.peers : undefined;
  if (others !== undefined) list.push([makeSite({ hosts, articles: 'shared' }, folder), sharedArticles]);
  for (let run = 1; run <= (hosts > LARGE ? 1 : runs); run += 1) {
    for (const [site, build] of list) await record(site, build, run);
    if (others !== undefined) await recordPeers(others, hosts, run);
  }
}

async function measureShipped(): Promise<void> {
  const site = makeShippedSite(folder);
  for (let run = 1; run <= runs; run += 1) for (const build of shippedBuilds) await record(site, build, run);
}

async function record(site: Site, build: Build, run: number): Promise<void> {
  onStep(`${build.name}, ${site.hosts} hosts, run ${run} of ${runs}`);
  const measured = await measure(site, build, run);
  const known = figures.find((figure) => figure.hosts === site.hosts && figure.build === build.name);
  if (known) known.runs.push(measured);
  else figures.push({ hosts: site.hosts, build: build.name, runs: [measured] });
  const { seconds, cpuSeconds, otherCpuSeconds, megabytes, rendered } = measured;
  const times = [seconds, cpuSeconds, otherCpuSeconds].map((time) => formatNumber(time, 2));
  const which = [formatNumber(site.hosts), `${run} of ${runs}`, build.name];
  print([...which, ...times, formatNumber(megabytes), formatNumber(rendered)]);
}

async function recordPeers(others: string, hosts: number, run: number): Promise<void> {
  for (const peer of Object.keys(peers) as Peer[]) {
    onStep(`${peers[peer].name}, ${hosts} hosts, run ${run} of ${runs}`);
    for (const build of await runPeer(others, peer, hosts)) {
      peerBuilds.push(build);
      const name = `${peers[peer].name}, ${build.kind}`;
      print([formatNumber(hosts), `${run} of ${runs}`, name, formatNumber(build.seconds, 2)]);
    }
  }
}

function print(cells: string[]): void {
  const widths = [5, 8, 28, 8, 8, 9, 6, 8];
  const pad = (cell: string, column: number): string => {
    const width = required(widths[column], 'width of a column');
    return column === 2 ? cell.padEnd(width) : cell.padStart(width);
  };
  console.log(cells.map(pad).join('  '));
}

/** Numbers of hosts in ascending order. At least 2, because a build removes a host. */
function readSizes(list: string): number[] {
  const numbers = list.split(',').map(Number);
  if (numbers.some((size) => !Number.isInteger(size) || size < 2))
    throw new UserError(`--hosts is "${list}". Write numbers of hosts from 2 on, such as 8,80,300.`);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
