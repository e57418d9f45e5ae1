import { required } from '../../../src/shared/required.ts';
import { formatNumber, medianOf } from '../lib/numbers.ts';
import type { BuildFigure } from './measure-build.ts';

const WIDTH = 760;
const MARGIN = 28;
/** Left end of the bars, behind their names. */
const LEFT = 170;
/** Leaves room for the number behind the longest bar. */
const RIGHT = 690;
const TOP = 82;
const HEADING = 36;
const ROW = 26;
const BAR = 16;

/** `docs/benchmark.svg`: a bar per build, grouped by number of hosts. */
export function benchmarkChart(figures: BuildFigure[], runs: number): string {
  const groups = [...Map.groupBy(figures, ({ hosts }) => hosts).values()];
  const ticks = ticksUpTo(Math.max(...figures.flatMap((figure) => figure.runs.map(({ seconds }) => seconds))));
  const last = required(ticks.at(-1), 'last tick');
  const x = (seconds: number): number => round(LEFT + ((RIGHT - LEFT) * seconds) / last);
  let bottom = TOP;
  const drawn = groups.map((group) => {
    const top = bottom;
    bottom += HEADING + ROW * group.length;
    return drawGroup(group, ticks.map(x), x, top);
  });
  const height = bottom + 62;
  const decimals = required(ticks[1], 'second tick') < 1 ? 1 : 0;
  const labels = ticks.map((tick) => text('quiet number', x(tick), bottom + 22, formatNumber(tick, decimals)));
  const times = runs === 1 ? 'One run' : `Median of ${runs} runs; a thin line reaches from the fastest to the slowest`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Seconds that a build takes, by number of hosts and by what has changed</title>
<style>${STYLE}</style>
<rect class="panel" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="12"/>
${text('title', MARGIN, 40, 'How long a build takes')}
${text('quiet', MARGIN, 62, `${times}. Nothing is compressed but where it says so.`)}
${drawn.join('\n')}
${labels.join('\n')}
${text('quiet axis', (LEFT + RIGHT) / 2, bottom + 44, 'seconds')}
</svg>
`;
}

function drawGroup(group: BuildFigure[], grid: number[], x: (seconds: number) => number, top: number): string {
  const figure = required(group[0], 'figure');
  const size = `${formatNumber(figure.hosts)} hosts, ${formatNumber(medianOf(figure).pages)} pages`;
  const first = top + HEADING;
  const lines = grid.map((at) => `<path class="grid" d="M${at} ${first - 5}v${ROW * group.length}"/>`);
  const bars = group.map((each, index) => drawBar(each, x, first + ROW * index));
  return [text('heading', MARGIN, top + 24, size), ...lines, ...bars].join('\n');
}

function drawBar(figure: BuildFigure, x: (seconds: number) => number, top: number): string {
  const { seconds } = medianOf(figure);
  const all = figure.runs.map((run) => run.seconds);
  const [fastest, slowest] = [x(Math.min(...all)), x(Math.max(...all))];
  const middle = top + BAR / 2;
  const kind = figure.build.startsWith('cold') ? 'cold' : 'rebuild';
  return [
    text('name', LEFT - 10, middle + 4.5, figure.build),
    `<rect class="${kind}" x="${LEFT}" y="${top}" width="${round(x(seconds) - LEFT)}" height="${BAR}"/>`,
    `<path class="range" d="M${fastest} ${middle}H${slowest}"/>`,
    text('value', slowest + 8, middle + 4.5, formatNumber(seconds, 2)),
  ].join('\n');
}

/** @param baseline of the letters */
const text = (kind: string, x: number, baseline: number, words: string): string =>
  `<text class="${kind}" x="${x}" y="${baseline}">${words}</text>`;

/** From 0 past the longest bar, in steps of 1, 2 or 5 times a power of ten. */
function ticksUpTo(longest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(longest / 8));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  const step = required(
    steps.find((size) => longest / size <= 8),
    'step',
  );
  return Array.from({ length: Math.ceil(longest / step) + 1 }, (_, index) => index * step);
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** With a background, so that it is readable on any page. */
const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #23263a }
.title { font-size: 18px; font-weight: 650 }
.heading { font-weight: 650 }
.quiet { fill: #5b6178 }
.name { text-anchor: end }
.number, .axis { text-anchor: middle }
.number, .value { font-variant-numeric: tabular-nums }
.panel { fill: #fff; stroke: #d8dbe6 }
.value { stroke: #fff; stroke-width: 4; paint-order: stroke }
.grid { stroke: #e1e4ed }
.cold { fill: #98a0bd }
.rebuild { fill: #c03a78 }
.range { stroke: #23263a; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #eceef6 }
.quiet { fill: #a3a9be }
.panel { fill: #15171f; stroke: #2c3040 }
.value { stroke: #15171f }
.grid { stroke: #2b2f3e }
.cold { fill: #6d7696 }
.rebuild { fill: #e0558f }
.range { stroke: #eceef6 }
}
`;
