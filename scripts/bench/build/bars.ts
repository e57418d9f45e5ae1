import { formatNumber, medianOf } from '../lib/numbers.ts';
import type { BuildFigure } from './measure-build.ts';
import { medianOfPeer, type PeerBuild } from './peers.ts';

/** A figure and the bar it is measured against. */
export interface Bar {
  hosts: number;
  build: string;
  /** Measured figure, in the unit of the bar. */
  measured: number;
  atMost: number;
  unit: 's' | 'CPU s' | 'MB';
  /** Where the bar comes from; empty for a fixed figure. */
  origin: string;
}

/** Size of the bars that the builds of other generators set. */
export const COMPARED_HOSTS = 300;

const FIGURES = { s: 'seconds', 'CPU s': 'cpuSeconds', MB: 'megabytes' } as const;

/** The bars of all builds that were measured. */
export function barsOf(figures: BuildFigure[], peerBuilds: PeerBuild[]): Bar[] {
  const figureOf = (hosts: number, build: string, unit: Bar['unit']): number | undefined => {
    const figure = figures.find((one) => one.hosts === hosts && one.build === build);
    return figure && medianOf(figure)[FIGURES[unit]];
  };
  const bar = (
    hosts: number,
    build: string,
    atMost: number | undefined,
    { unit = 's', origin = '' }: Partial<Pick<Bar, 'unit' | 'origin'>> = {},
  ): Bar[] => {
    const measured = figureOf(hosts, build, unit);
    return measured === undefined || atMost === undefined ? [] : [{ hosts, build, measured, atMost, unit, origin }];
  };
  /** A bar at so many times a figure of Zola. */
  const zolaBar = (build: string, times: number, kind: PeerBuild['kind'], unit: Bar['unit'] = 's'): Bar[] => {
    const zola = peerBuilds.length ? medianOfPeer(peerBuilds, 'zola', kind)[FIGURES[unit]] : undefined;
    const origin = `${formatNumber(times, 1)} × Zola, ${kind === 'cold' ? 'cold' : 'one rule changed'}`;
    return bar(COMPARED_HOSTS, build, zola && zola * times, { unit, origin });
  };
  const cold = figureOf(COMPARED_HOSTS, 'cold', 's');
  return [
    ...zolaBar('program kept', 1.9, 'cold'),
    ...zolaBar('cold', 2.5, 'cold'),
    ...zolaBar('cold', 2.8, 'cold', 'CPU s'),
    ...zolaBar('program kept', 2.3, 'cold', 'CPU s'),
    ...zolaBar('one rule changed', 1.6, 'rule'),
    ...bar(COMPARED_HOSTS, 'cold, compressed', cold && cold + 6, { origin: 'cold, and 6 s' }),
    ...bar(COMPARED_HOSTS, 'one rule changed, watched', 0.15),
    ...bar(COMPARED_HOSTS, 'nothing changed', 0.3),
    ...bar(COMPARED_HOSTS, 'cold', 650, { unit: 'MB' }),
    ...bar(3000, 'cold', cold && cold * 7, { origin: '7 times that of 300 hosts' }),
    ...bar(3000, 'one rule changed', 6),
    ...bar(3000, 'cold', 2000, { unit: 'MB' }),
  ];
}
