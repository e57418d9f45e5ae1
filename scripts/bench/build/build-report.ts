import { required } from '../../../src/shared/required.ts';
import { table } from '../../lib/markdown-table.ts';
import { median } from '../../lib/median.ts';
import { formatNumber, medianOf } from '../lib/numbers.ts';
import { type Bar, COMPARED_HOSTS } from './bars.ts';
import { bestBuilds, builds, compressedBuilds, LARGE, sharedArticles, shippedBuilds } from './build-scenarios.ts';
import type { BuildFigure } from './measure-build.ts';
import { medianOfPeer, type Peer, type PeerBuild, peers } from './peers.ts';

/** Circumstances of the figures. */
export interface Circumstances {
  runs: number;
  /** Of the program that was measured; with `-dirty` where files differed from it. */
  commit: string;
  cores: number;
  node: string;
}

/** `docs/benchmark.md`. */
export function benchmarkPage(
  figures: BuildFigure[],
  peerBuilds: PeerBuild[],
  bars: Bar[],
  { runs, commit, cores, node }: Circumstances,
): string {
  const figure = required(figures[0], 'figure');
  return `# Benchmark of builds

\`npm run bench\` writes this page. The figures are ${runs === 1 ? 'of one run' : `the median of ${runs} runs`} on ${cores} processor cores with Node ${node}, at commit ${commit}.
A site of more than ${formatNumber(LARGE)} hosts is built once.

![Seconds that a build takes, by number of hosts and by what has changed](benchmark.svg)

${figuresTable(figures)}

## What compression costs

\`npm run build\` compresses at a level that costs little; \`--compress best\` is for a [deployment](deploy.md). The table has what a cold build takes beside one
that compresses nothing, in the same run, and the bytes of all \`.br\` files beside those of the best level; “at most” is what they are meant to stay below.

${compressionTable(figures)}
${peerBuilds.length ? besideOthers(figures, peerBuilds) : ''}
## Bars

The measured median beside the figure that it is meant to stay below.

${barsTable(bars)}

## How it is measured

In a copy of the project, in memory where it has room, with a made-up workload: brands of eight hosts, each host in a language of its own and with 20
articles that no other has. That is ${medianOf(figure).pages / figure.hosts} pages a host, the second page of its blog and the 404 page among them. A single host of 91,000 articles, which
are 100,130 pages, was tried once, on 29 November 2026: 69 seconds cold, 3.7 GB, and a sitemap in three parts.

${buildsTable(figures)}

Every run goes through the whole list before the next one begins. Each build waits, for a minute and a half at most, for a second in which other
programs hardly use the machine. Seconds are taken from start to end of the process; CPU seconds are those of all its threads and child processes; memory is the
most they held at a time. Milliseconds a page are the seconds divided by all pages of the site, whether this build rendered them or not. On a disk,
output and caches of earlier builds are moved aside before a cold build and removed at the end, as ext4 makes new files slowly for minutes after many were removed.

\`npm run bench -- --hosts 8 --runs 1\` is a quick look. \`--peers <folder>\` names a folder that holds projects of other generators with the same
workload; its \`run.sh <${Object.keys(peers).join(' or ')}> <hosts> 1\` builds one of them from nothing and after a changed rule, and adds a line
for each (\`peer\`, \`kind\`, \`wall_s\`, \`user_s\`, \`sys_s\`, \`tree_kib\`, \`exit\`) to the CSV file \`RESULTS\`.
`;
}

/** A row per build. */
export function figuresTable(figures: BuildFigure[]): string {
  const rows = figures.map((figure) => {
    const { seconds, cpuSeconds, megabytes, pages, rendered, brotliBytes } = medianOf(figure);
    return [
      formatNumber(figure.hosts),
      formatNumber(pages),
      figure.build,
      formatNumber(seconds, 2),
      formatNumber(cpuSeconds, 2),
      formatNumber(megabytes),
      formatNumber(rendered),
      formatNumber((seconds * 1000) / pages, 2),
      brotliBytes ? formatNumber(brotliBytes / 1e6, 2) : '',
    ];
  });
  const head = [
    'hosts',
    'pages',
    'build',
    'seconds',
    'CPU seconds',
    'memory, MB',
    'pages rendered',
    'ms a page',
    'Brotli, MB',
  ];
  return table([head, ...rows], ['build']);
}

/** Cost of the default beside a build without compression and with the best: a row per size. */
export function compressionTable(figures: BuildFigure[]): string {
  const bySize = [...Map.groupBy(figures, ({ hosts }) => hosts)];
  const rows = bySize
    .filter(([, measured]) => measured.some(({ build }) => build === 'cold, best'))
    .map(([hosts, measured]) => {
      const runsOf = (name: string): BuildFigure['runs'] =>
        required(
          measured.find(({ build }) => build === name),
          name,
        ).runs;
      const plain = runsOf('cold');
      const compressed = runsOf('cold, compressed');
      const more = compressed.map(({ seconds }, run) => seconds - required(plain[run], 'run').seconds);
      const bytesOf = (name: string): number => required(runsOf(name)[0], 'run').brotliBytes;
      const ratio = bytesOf('cold, compressed') / bytesOf('cold, best');
      return [
        formatNumber(hosts),
        formatNumber(median(more), 2),
        formatNumber(COMPRESSION.seconds),
        formatNumber(ratio, 3),
        formatNumber(COMPRESSION.ratio, 3),
      ];
    });
  return table([['hosts', 'seconds more', 'at most', 'Brotli to best', 'at most'], ...rows], []);
}

/** Bars of the default on two cores. */
const COMPRESSION = { seconds: 6, ratio: 1.1 };

/** A row per build of this project and of others, each with the ratio to the fastest of the others. */
export function comparisonTable(figures: BuildFigure[], peerBuilds: PeerBuild[]): string {
  const figuresOf = (name: string): Figures =>
    medianOf(
      required(
        figures.find(({ hosts, build }) => hosts === COMPARED_HOSTS && build === name),
        name,
      ),
    );
  const rows = [
    ['this project, `--no-compression`', figuresOf('cold'), figuresOf('one rule changed'), 'nothing'] as const,
    [
      'this project, as `npm run build` builds',
      figuresOf('cold, compressed'),
      figuresOf('one rule changed, compressed'),
      'nothing',
    ] as const,
    ...(Object.keys(peers) as Peer[]).map(
      (peer) =>
        [
          peers[peer].name,
          medianOfPeer(peerBuilds, peer, 'cold'),
          medianOfPeer(peerBuilds, peer, 'rule'),
          peers[peer].told,
        ] as const,
    ),
  ];
  const head = ['generator', 'cold, s', 'CPU, s', 'memory, MB', 'one rule changed, s', 'its CPU, s', 'it was told'];
  const cells = rows.map(([name, cold, rule, told]) => [
    name,
    formatNumber(cold.seconds, 2),
    formatNumber(cold.cpuSeconds, 2),
    formatNumber(cold.megabytes),
    formatNumber(rule.seconds, 2),
    formatNumber(rule.cpuSeconds, 2),
    told,
  ]);
  return table([head, ...cells], ['generator', 'it was told']);
}

type Figures = Pick<PeerBuild, 'seconds' | 'cpuSeconds' | 'megabytes'>;

/** A row per bar. */
export function barsTable(bars: Bar[]): string {
  const rows = bars.map(({ hosts, build, measured, atMost, unit, origin }) => {
    const decimals = unit === 'MB' ? 0 : 2;
    return [
      formatNumber(hosts),
      unit === 'MB' ? `${build}, memory` : build,
      `${formatNumber(measured, decimals)} ${unit}`,
      `${formatNumber(atMost, decimals)} ${unit}`,
      measured <= atMost ? 'yes' : 'no',
      origin,
    ];
  });
  return table([['hosts', 'build', 'measured', 'at most', 'met', 'from'], ...rows], ['build', 'met', 'from']);
}

function besideOthers(figures: BuildFigure[], peerBuilds: PeerBuild[]): string {
  return `
## Beside other generators

${Object.values(peers)
  .map(({ name }) => name)
  .join(
    '; ',
  )} build ${formatNumber(COMPARED_HOSTS)} hosts of the same workload, in turn with this project and on the same machine: 33 pages a host, about
as many words on each, and articles that no other host has. After the change of a rule the others build only what they are told to; this project finds out.

${comparisonTable(figures, peerBuilds)}
`;
}

function buildsTable(figures: BuildFigure[]): string {
  const isMeasured = (name: string): boolean => figures.some((figure) => figure.build === name);
  const measured = [...builds, ...compressedBuilds, ...bestBuilds, sharedArticles, ...shippedBuilds].filter(
    ({ name }) => isMeasured(name),
  );
  const head = ['build', 'what has changed since the one before'];
  return table([head, ...measured.map(({ name, since }) => [name, since])], head);
}
