import { countBy, type Figures, medianHours } from './count-figures.ts';

/** The page of figures of a year, as Markdown. */
export function figuresPage({ reports, decisions, appeals }: Figures, service: string, year: number): string {
  const automated = decisions.filter((decision) => decision.automated).length;
  const share = decisions.length ? `${((100 * automated) / decisions.length).toFixed(1)} %` : '–';
  const hours = (figures: { minutes: number | null }[]): string => {
    const median = medianHours(figures);
    return median === undefined ? '–' : `${median} hours`;
  };
  const outcome = { acted: 'decided, with an act', none: 'dismissed', waiting: 'undecided' };
  const answer = (upheld: boolean | null): string =>
    upheld === null ? 'unanswered' : upheld ? 'the decision stands' : 'the decision was undone';
  return [
    `# ${service}: moderation in ${year}`,
    '',
    'All times are in UTC. A report, a decision and an appeal count in the year in which they were made.',
    '',
    `- Reports: ${reports.length}, of them ${reports.filter(({ isCall }) => isCall).length} about calls`,
    `- Median time from a report to the decision: ${hours(reports)}`,
    `- Decisions: ${decisions.length}, of them ${automated} automated (${share})`,
    `- Undone decisions: ${decisions.filter(({ undone }) => undone).length}`,
    `- Appeals: ${appeals.length}, of them ${appeals.filter(({ isStuck }) => isStuck).length} that no other moderator could answer`,
    `- Median time from an appeal to the answer: ${hours(appeals)}`,
    ...list('Reports by reason', reports, ({ reason }) => reason),
    ...list('Reports by origin', reports, ({ source }) => source),
    ...list('Reports by outcome', reports, (report) => outcome[report.outcome ?? 'waiting']),
    ...list('Decisions by act', decisions, ({ act }) => act),
    ...list('Decisions by rule', decisions, ({ rule }) => rule ?? 'none'),
    ...list('Decisions by occasion', decisions, ({ initiative }) =>
      initiative === 'own' ? 'own initiative' : 'report',
    ),
    ...list('Appeals by outcome', appeals, ({ upheld }) => answer(upheld)),
    '',
  ].join('\n');
}

/** Numbers of figures by a key; nothing without figures. */
const list = <Item>(heading: string, items: Item[], keyOf: (item: Item) => string): string[] =>
  items.length ? ['', `## ${heading}`, '', ...countBy(items, keyOf).map(([key, count]) => `- ${key}: ${count}`)] : [];
