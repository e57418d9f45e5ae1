import { format } from 'oxfmt';
import { expect, test } from 'vitest';

import { barsOf } from './bars.ts';
import { benchmarkPage } from './build-report.ts';
import type { BuildFigure } from './measure-build.ts';
import { type Peer, type PeerBuild, peers } from './peers.ts';

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
  figure('one rule changed, compressed', 3, 3, 3),
  figure('one rule changed, watched', 0.4, 0.3, 0.5),
  compressedFigure('cold, compressed', 65_400_000, 11.5, 11, 13),
  compressedFigure('cold, best', 60_000_000, 130, 120, 125),
];
const peerBuilds = (Object.keys(peers) as Peer[]).flatMap((peer, index): PeerBuild[] => [
  { peer, kind: 'cold', seconds: 8 + index, cpuSeconds: 16 + index, megabytes: 200 },
  { peer, kind: 'rule', seconds: 10 + index, cpuSeconds: 11 + index, megabytes: 200 },
]);
const circumstances = { runs: 3, commit: 'c0ffee12', cores: 2, node: '24.0.0' };

test('the page has the median of each build, and explains the measured builds only', () => {
  const page = benchmarkPage(figures, [], [], circumstances);
  expect(cellsOf(page, '10,500')).toEqual([
    ['300', '10,500', 'cold', '7.00', '14.00', '512', '37', '0.67', ''],
    ['300', '10,500', 'cold, shared articles', '4.00', '8.00', '512', '37', '0.38', ''],
    ['300', '10,500', 'one rule changed', '2.00', '4.00', '512', '37', '0.19', ''],
    ['300', '10,500', 'one rule changed, compressed', '3.00', '6.00', '512', '37', '0.29', ''],
    ['300', '10,500', 'one rule changed, watched', '0.40', '0.80', '512', '37', '0.04', ''],
    ['300', '10,500', 'cold, compressed', '11.50', '23.00', '512', '37', '1.10', '65.40'],
    ['300', '10,500', 'cold, best', '125.00', '250.00', '512', '37', '11.90', '60.00'],
  ]);
  expect(page).toContain('2 processor cores with Node 24.0.0, at commit c0ffee12.');
  expect(page).not.toContain('one word changed');
  expect(page).not.toContain('Beside other generators');
});

test('compression is measured beside the build without it of the same run, and beside the best', () => {
  expect(cellsOf(benchmarkPage(figures, [], [], circumstances), '1.090')).toEqual([
    ['300', '5.00', '6', '1.090', '1.100'],
  ]);
});

test('other generators stand beside the builds of this project', () => {
  const page = benchmarkPage(figures, peerBuilds, [], circumstances);
  expect(cellsOf(page, 'this project, `--no')[0]).toEqual([
    'this project, `--no-compression`',
    '7.00',
    '14.00',
    '512',
    '2.00',
    '4.00',
    'nothing',
  ]);
  expect(cellsOf(page, '| Zola')[0]).toEqual([
    'Zola',
    '8.00',
    '16.00',
    '200',
    '10.00',
    '11.00',
    'to build the English hosts only',
  ]);
});

test('a bar is met or not', () => {
  const page = benchmarkPage(figures, peerBuilds, barsOf(figures, peerBuilds), circumstances);
  expect(cellsOf(page, 'yes')).toEqual([
    ['300', 'cold', '7.00 s', '20.00 s', 'yes', '2.5 × Zola, cold'],
    ['300', 'cold', '14.00 CPU s', '44.80 CPU s', 'yes', '2.8 × Zola, cold'],
    ['300', 'one rule changed', '2.00 s', '16.00 s', 'yes', '1.6 × Zola, one rule changed'],
    ['300', 'cold, compressed', '11.50 s', '13.00 s', 'yes', 'cold, and 6 s'],
    ['300', 'cold, memory', '512 MB', '650 MB', 'yes', ''],
  ]);
  expect(cellsOf(page, '| no ')).toEqual([['300', 'one rule changed, watched', '0.40 s', '0.15 s', 'no', '']]);
});

test('the page is formatted as npm run check wants it', async () => {
  const page = benchmarkPage(figures, peerBuilds, barsOf(figures, peerBuilds), circumstances);
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
