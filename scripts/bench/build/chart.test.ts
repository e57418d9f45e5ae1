import { load } from 'cheerio';
import { expect, test } from 'vitest';

import { benchmarkChart } from './chart.ts';
import type { BuildFigure } from './measure-build.ts';

const figure = (hosts: number, build: string, seconds: number[]): BuildFigure => ({
  hosts,
  build,
  runs: seconds.map((one) => ({
    seconds: one,
    cpuSeconds: one,
    otherCpuSeconds: 0,
    megabytes: 500,
    pages: hosts * 35,
    rendered: 37,
    brotliBytes: 0,
  })),
});

const chart = (...figures: BuildFigure[]): ReturnType<typeof load> => load(benchmarkChart(figures, 3), { xml: true });

test('the length of a bar is the duration of its build, with the number behind it', () => {
  const $ = chart(
    figure(8, 'cold', [2, 1, 3]),
    figure(300, 'cold', [12, 8, 9]),
    figure(300, 'nothing changed', [1, 1, 1]),
  );
  const widths = $('.cold, .rebuild')
    .map((_, bar) => Number($(bar).attr('width')))
    .get();
  expect(widths[1]! / widths[0]!).toBeCloseTo(9 / 2, 1);
  expect(widths[0]! / widths[2]!).toBeCloseTo(2, 1);
  expect($('.value').text()).toBe('2.009.001.00');
  expect($('.heading').text()).toBe('8 hosts, 280 pages300 hosts, 10,500 pages');
  expect($('.number').text()).toBe('024681012');
});

test('the chart has an accessible name, and all text lies inside', () => {
  const $ = chart(figure(8, 'cold', [123.4]), figure(8, 'one host added', [0.004]));
  expect($('svg').attr('role')).toBe('img');
  expect($('title').attr('id')).toBe($('svg').attr('aria-labelledby'));
  expect($('title').text()).not.toBe('');
  const [width, height] = [Number($('svg').attr('width')), Number($('svg').attr('height'))];
  for (const text of $('text')) {
    expect(Number($(text).attr('x'))).toBeLessThan(width);
    expect(Number($(text).attr('y'))).toBeLessThan(height);
  }
  expect($.xml()).not.toContain('NaN');
});

test('times of a fraction of a second have an axis as well', () => {
  expect(chart(figure(8, 'cold', [0.42]))('.number').text()).toBe('0.00.10.20.30.40.5');
});
