import { table } from '../../lib/markdown-table.ts';
import { median } from '../../lib/median.ts';
import { formatNumber, medianOf } from '../lib/numbers.ts';
import { builds, compressedBuilds, sharedArticles } from './build-scenarios.ts';
import type { BuildFigure } from './measure-build.ts';
import { type Comparison, peers } from './peers.ts';

/** Circumstances of the figures. */
export interface Circumstances {
  runs: number;
  cores: number;
  node: string;
}

/** `docs/benchmark.md`. */
export function benchmarkPage(
  figures: BuildFigure[],
  comparisons: Comparison[],
  { runs, cores, node }: Circumstances,
): string {
  return `# Benchmark of builds

\`npm run bench\` writes this page. The figures are ${runs === 1 ? 'of one run' : `the median of ${runs} runs`} on ${cores} processor cores with Node ${node}.

![Seconds that a build takes, by number of hosts and by what has changed](benchmark.svg)

${figuresTable(figures)}

## What compression costs

\`npm run build\` compresses at a level that costs little; \`--compress best\` is for a [deployment](deploy.md). The table has what a cold build takes beside one
that compresses nothing, in the same run, its memory, and the bytes of all \`.br\` files beside those of the best level; “at most” is what 300 hosts are meant to stay below.

${compressionTable(figures)}
${comparisons.length ? besideOthers(figures, comparisons) : ''}
## How it is measured

In a copy of the project in a temporary folder, with a made-up workload: brands of eight hosts, each host in a language of its own and with 20
articles that no other has. That is ${medianOf(figures[0]!).pages / figures[0]!.hosts} pages a host, the second page of its blog and the 404 page among them.

${buildsTable(figures)}

Every run goes through the whole list before the next one begins. Each build waits, for a minute and a half at most, for a second in which other
programs hardly use the machine. Seconds are taken from start to end of the process; CPU seconds are those of all its threads; memory is the
most it held at a time. Milliseconds a page are the seconds divided by all pages of the site, whether this build rendered them or not. Output and
caches of earlier builds are moved aside before a cold build and removed at the end, as ext4 makes new files slowly for minutes after many were removed.

\`npm run bench -- --hosts 8 --runs 1\` is a quick look. \`--peers <folder>\` names a folder that holds a Hugo and an Eleventy project of the same
workload; its \`run.sh <hugo or eleventy> <hosts> 1\` builds one of them from nothing and after a changed rule, and adds a line for each
(\`peer\`, \`kind\`, \`wall_s\`, \`exit\`) to the CSV file \`RESULTS\`. It writes into \`dist/<generator>-h<hosts>\`.
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
  const rows = [...Map.groupBy(figures, ({ hosts }) => hosts)].map(([hosts, measured]) => {
    const runsOf = (build: string): BuildFigure['runs'] => measured.find((figure) => figure.build === build)!.runs;
    const plain = runsOf('cold');
    const compressed = runsOf('cold, compressed');
    const more = compressed.map(({ seconds }, run) => seconds - plain[run]!.seconds);
    const megabytes = compressed.map((run) => run.megabytes);
    const ratio = compressed[0]!.brotliBytes / runsOf('cold, best')[0]!.brotliBytes;
    return [
      formatNumber(hosts),
      formatNumber(median(more), 2),
      formatNumber(COMPRESSION.seconds),
      formatNumber(median(megabytes)),
      formatNumber(COMPRESSION.megabytes),
      formatNumber(ratio, 3),
      formatNumber(COMPRESSION.ratio, 3),
    ];
  });
  return table(
    [['hosts', 'seconds more', 'at most', 'memory, MB', 'at most', 'Brotli to best', 'at most'], ...rows],
    [],
  );
}

/** Bars of the default with 300 hosts on two cores. */
const COMPRESSION = { seconds: 6, megabytes: 1500, ratio: 1.1 };

/** A row per comparison. */
export function comparisonTable(comparisons: Comparison[]): string {
  const rows = comparisons.map(({ what, ownSeconds, peerSeconds, ratio, bar }) => [
    what,
    ...[ownSeconds, peerSeconds.hugo, peerSeconds.eleventy, ratio, bar].map((number) => formatNumber(number, 2)),
  ]);
  const head = ['build', 'this project, s', `${peers.hugo}, s`, `${peers.eleventy}, s`, 'ratio', 'at most'];
  return table([head, ...rows], ['build']);
}

function besideOthers(figures: BuildFigure[], comparisons: Comparison[]): string {
  const hosts = Math.max(...figures.map((figure) => figure.hosts));
  return `
## Beside other generators

${Object.values(peers).join(' and ')} build ${formatNumber(hosts)} hosts of the same workload, in turn with this project and on the same machine: 33 pages a host, about
as many words on each, and articles that no other host has. The ratio is this project's seconds to those of the faster one, “at most” what it
is meant to stay below.

${comparisonTable(comparisons)}
`;
}

function buildsTable(figures: BuildFigure[]): string {
  const isMeasured = (name: string): boolean => figures.some((figure) => figure.build === name);
  const measured = [...builds, ...compressedBuilds, sharedArticles].filter(({ name }) => isMeasured(name));
  const head = ['build', 'what has changed since the one before'];
  return table([head, ...measured.map(({ name, since }) => [name, since])], head);
}
