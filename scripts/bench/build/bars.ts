import { medianOf } from '../lib/numbers.ts';
import type { BuildFigure } from './measure-build.ts';
import { medianOfPeer, type PeerBuild } from './peers.ts';

/** A figure and the bar it is measured against. */
export interface Bar {
  hosts: number;
  build: string;
  /** Measured figure, in the unit of the bar. */
  measured: number;
  atMost: number;
  unit: 's' | 'MB';
  /** Where the bar comes from; empty for a fixed figure. */
  origin: string;
}

/** Size of the bars that the builds of other generators set. */
export const COMPARED_HOSTS = 300;

/** The bars of all builds that were measured. */
export function barsOf(figures: BuildFigure[], peerBuilds: PeerBuild[]): Bar[] {
  const secondsOf = (hosts: number, build: string): number | undefined => figureOf(hosts, build)?.seconds;
  const figureOf = (hosts: number, build: string) => {
    const figure = figures.find((one) => one.hosts === hosts && one.build === build);
    return figure && medianOf(figure);
  };
  const zola = peerBuilds.length ? medianOfPeer(peerBuilds, 'zola', 'cold').seconds : undefined;
  const cold = secondsOf(COMPARED_HOSTS, 'cold');
  const rule = secondsOf(COMPARED_HOSTS, 'one rule changed');
  const bar = (hosts: number, build: string, atMost: number | undefined, origin = ''): Bar[] => {
    const measured = secondsOf(hosts, build);
    return measured === undefined || atMost === undefined
      ? []
      : [{ hosts, build, measured, atMost, unit: 's', origin }];
  };
  const memory = (hosts: number, build: string, atMost: number): Bar[] => {
    const measured = figureOf(hosts, build)?.megabytes;
    return measured === undefined ? [] : [{ hosts, build, measured, atMost, unit: 'MB', origin: '' }];
  };
  return [
    ...bar(COMPARED_HOSTS, 'cold', zola, 'cold build of Zola'),
    ...bar(COMPARED_HOSTS, 'cold, compressed', cold && cold + 6, 'cold, and 6 s'),
    ...bar(COMPARED_HOSTS, 'one rule changed', 0.5),
    ...bar(COMPARED_HOSTS, 'one rule changed', zola && zola / 4, 'a quarter of the cold build of Zola'),
    ...bar(COMPARED_HOSTS, 'one rule changed, watched', 0.15),
    ...bar(COMPARED_HOSTS, 'nothing changed', 0.3),
    ...bar(COMPARED_HOSTS, 'one word changed', 0.7),
    ...bar(COMPARED_HOSTS, 'one host added', 0.7),
    ...memory(COMPARED_HOSTS, 'cold', 600),
    ...bar(8, 'cold, compressed', 2.2),
    ...bar(8, 'program kept, compressed', 0.6),
    ...figures
      .filter(({ build }) => build.startsWith('shipped'))
      .flatMap(({ hosts, build }) => [...bar(hosts, build, build.includes('kept') ? 1.2 : 3)]),
    ...bar(3000, 'cold', cold && cold * 11, '11 times that of 300 hosts'),
    ...bar(3000, 'one rule changed', rule && rule * 11, '11 times that of 300 hosts'),
    ...memory(3000, 'cold', 2000),
  ];
}
