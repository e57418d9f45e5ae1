import type { AppealFigure, DecisionFigure, Figure, ReportFigure } from '../../database/tables/moderation-tables.ts';

export interface Figures {
  reports: ReportFigure[];
  /** Without dismissals. */
  decisions: DecisionFigure[];
  appeals: AppealFigure[];
}

export const groupFigures = (figures: Figure[]): Figures => ({
  reports: figures.filter((figure) => figure.kind === 'report'),
  decisions: figures.filter((figure) => figure.kind === 'decision').filter(({ act }) => act !== 'dismiss'),
  appeals: figures.filter((figure) => figure.kind === 'appeal'),
});

/** Whether a decision restricts the person or their messages. A notice and a warning do not. */
export const isRestriction = ({ act, removes }: Pick<DecisionFigure, 'act' | 'removes'>): boolean =>
  removes || act === 'remove' || act === 'mute' || act === 'limit' || act === 'ban';

/** Median in hours with a decimal, of those that have a time; undefined without any. */
export function medianHours(figures: { minutes: number | null }[]): string | undefined {
  const minutes = figures.flatMap((figure) => figure.minutes ?? []).toSorted((a, b) => a - b);
  if (!minutes.length) return undefined;
  const half = minutes.length / 2;
  const middle = minutes.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return (middle.reduce((sum, each) => sum + each) / middle.length / 60).toFixed(1);
}

/** Number of figures by a key, in the order of the keys. */
export const countBy = <Item>(items: Item[], keyOf: (item: Item) => string): [key: string, count: number][] =>
  [...Map.groupBy(items, keyOf)]
    .map(([key, group]): [string, number] => [key, group.length])
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'));
