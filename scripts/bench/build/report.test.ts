import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import type { BuildFigure } from './measure-build.ts';
import { compare, type PeerBuild } from './peers.ts';
import { benchmarkPage } from './report.ts';

const figure = (build: string, ...seconds: number[]): BuildFigure => compressedFigure(build, 0, ...seconds);

const compressedFigure = (build: string, brotliBytes: number, ...seconds: number[]): BuildFigure => ({
  hosts: 300,
  build,
  runs: seconds.map((one) => ({
    seconds: one,
    cpuSeconds: one * 2,
    otherCpuSeconds: 0,
    megabytes: 512.4,
    pages: 10_500,
    rendered: 37,
    brotliBytes,
  })),
});

const figures = [
  figure('cold', 9, 6, 7),
  figure('cold, shared articles', 4, 4, 4),
  figure('one rule changed', 2, 3, 1),
  figure('one host added', 2.5, 2.5, 2.5),
  compressedFigure('cold, compressed', 65_400_000, 11.5, 11, 13),
  compressedFigure('cold, best', 60_000_000, 130, 120, 125),
];
const peerBuilds: PeerBuild[] = [
  { peer: 'hugo', kind: 'cold', seconds: 14 },
  { peer: 'hugo', kind: 'rule', seconds: 10 },
  { peer: 'eleventy', kind: 'cold', seconds: 8 },
  { peer: 'eleventy', kind: 'rule', seconds: 12 },
];
const circumstances = { runs: 3, cores: 2, node: '24.0.0' };

test('the page has the median of each build, and explains the measured builds only', () => {
  const page = benchmarkPage(figures, [], circumstances);
  expect(cellsOf(page, '10,500')).toEqual([
    ['300', '10,500', 'cold', '7.00', '14.00', '512', '37', '0.67', ''],
    ['300', '10,500', 'cold, shared articles', '4.00', '8.00', '512', '37', '0.38', ''],
    ['300', '10,500', 'one rule changed', '2.00', '4.00', '512', '37', '0.19', ''],
    ['300', '10,500', 'one host added', '2.50', '5.00', '512', '37', '0.24', ''],
    ['300', '10,500', 'cold, compressed', '11.50', '23.00', '512', '37', '1.10', '65.40'],
    ['300', '10,500', 'cold, best', '125.00', '250.00', '512', '37', '11.90', '60.00'],
  ]);
  expect(page).toContain('2 processor cores with Node 24.0.0');
  expect(page).not.toContain('one word changed');
  expect(page).not.toContain('Beside other generators');
});

test('compression is measured beside the build without it of the same run, and beside the best', () => {
  expect(cellsOf(benchmarkPage(figures, [], circumstances), '1.090')).toEqual([
    ['300', '5.00', '6', '512', '1,500', '1.090', '1.100'],
  ]);
});

test('beside other generators, each build is compared with the faster of them', () => {
  const page = benchmarkPage(figures, compare(figures, peerBuilds), circumstances);
  expect(cellsOf(page, '14.00 |').filter((cells) => cells.length === 6)).toEqual([
    ['cold', '7.00', '14.00', '8.00', '0.88', '1.00'],
    ['cold, ours with shared articles', '4.00', '14.00', '8.00', '0.50', '0.50'],
  ]);
  expect(cellsOf(page, '12.00 |')).toEqual([
    ['one rule changed', '2.00', '10.00', '12.00', '0.20', '0.25'],
    ['ours one host added, theirs one rule changed', '2.50', '10.00', '12.00', '0.25', '0.25'],
  ]);
});

test('the page is formatted as npm run check wants it', async () => {
  const page = benchmarkPage(figures, compare(figures, peerBuilds), circumstances);
  expect((await format('benchmark.md', page, { printWidth: 120, singleQuote: true })).code).toBe(page);
});

/** The rows of tables that have some words. */
const cellsOf = (page: string, words: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes(words))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
