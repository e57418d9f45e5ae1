import type { AppealFigure } from '../../database/tables/moderation-tables.ts';
import { type Figures, isRestriction, medianHours } from './count-figures.ts';
import { ALL, type Cell, HOSTING, PLATFORMS } from './template-columns.ts';

const COMPLAINTS = 'Internal complaints mechanism';
const DISPUTES = 'Out-of-court dispute settlement bodies';
const ABOUT = 'Complaint regarding a decision';

/** Part 7. Appeals are complaints. The service knows of no disputes before other bodies. */
export function appealRows({ appeals }: Figures): Cell[][] {
  const submitted = 'Number of complaints submitted to the internal-complaints mechanism';
  const outcomes = (indicator: string, own: AppealFigure[], totalOf: Cell = PLATFORMS): Cell[][] => {
    const median = medianHours(own);
    return [
      ['Total number', own.length],
      ['Decisions upheld', own.filter(({ upheld }) => upheld === true).length],
      ['Decisions partially reversed', 0],
      ['Decisions reversed', own.filter(({ upheld }) => upheld === false).length],
      ['Median time', median, median && 'Hours'],
    ].map((cells, index) => [index ? PLATFORMS : totalOf, COMPLAINTS, indicator, ...cells]);
  };
  const about = (acts: AppealFigure['act'][]) => appeals.filter(({ act }) => acts.includes(act));
  const disputes = ['Total number', 'Decisions upheld', 'Decisions partially reversed', 'Decisions reversed'];
  const suspensions = ['provision of manifestly illegal content ', 'provision of manifestly unfounded notices'].concat(
    'provision of manifestly unfounded complaints',
  );
  return [
    ...outcomes(submitted, appeals, ALL),
    [PLATFORMS, COMPLAINTS, submitted, 'Decision omitted', appeals.filter(({ upheld }) => upheld === null).length],
    [
      PLATFORMS,
      COMPLAINTS,
      'Number of restrictions newly imposed as a result of an internal complaint',
      'Total number',
      0,
    ],
    ...outcomes(`${ABOUT} to remove or disable access to or restrict visibility of information`, about(['remove'])),
    ...outcomes(`${ABOUT} to suspend or terminate the provision of the service`, about(['mute', 'limit'])),
    ...outcomes(`${ABOUT} to suspend or terminate an account `, about(['ban'])),
    ...outcomes(`${ABOUT} to restrict the ability to monetise information`, []),
    ...outcomes(`${ABOUT} not to take action on a notice submitted in accordance with Article 16`, []),
    ...outcomes(
      `${ABOUT} not to take action on a notice submitted by a Trusted Flagger in accordance with Article 16`,
      [],
    ),
    ...[...disputes, 'Median time', 'Decision omitted', 'Percentage of outcomes implemented'].map((scope) => [
      PLATFORMS,
      DISPUTES,
      'Number of disputes submitted to out-of-court dispute settlement bodies',
      scope,
    ]),
    ...suspensions.map((reason) => [
      PLATFORMS,
      'Suspensions imposed on repeated offenders',
      `Number of suspensions enacted for the ${reason}`,
      'Total number',
    ]),
  ];
}

/** Part 8. A person decides about each report. */
export function automationRows({ reports, decisions }: Figures): Cell[][] {
  const measures = decisions.filter(isRestriction);
  const own = measures.filter(({ initiative }) => initiative === 'own');
  const rows = (applicability: string, scope: string, word: string, solely: number, not: number): Cell[][] =>
    [
      [`Number of ${word} by automated means `, solely],
      [`Number of ${word.replace('solely', 'not')} by automated means`, not],
      ...['Accuracy', 'Precision', 'Recall'].map((kind) => [`Accuracy of the automated means - ${kind}`]),
    ].map(([indicator, value]) => [
      applicability,
      'Use of automated means for content moderation',
      indicator,
      scope,
      value,
    ]);
  const counts = (of: typeof measures): [number, number] => {
    const solely = of.filter(({ automated }) => automated).length;
    return [solely, of.length - solely];
  };
  return [
    ...rows(ALL, 'Total number', 'measures solely taken', ...counts(measures)),
    ...rows(ALL, 'Own-initiative ', 'measures solely taken', ...counts(own)),
    ...rows(HOSTING, 'NAM Total', 'notices solely processed', 0, reports.length),
    ...rows(PLATFORMS, 'NAM Trusted Flagger', 'notices solely processed', 0, 0),
  ];
}

/** Part 11, for the operator to write. */
export const qualitativeRows = (): Cell[][] =>
  [
    'Summary of the content moderation engaged in at the providers’ own initiative',
    "Meaningful and comprehensible information regarding content moderation engaged in at the providers' own initiative",
    'Qualitative description of the automated means',
    'Qualitative description of indicators of accuracy and possible rate of error of automated means',
    'Specification of the precise purposes to apply automated means',
    'Safeguards applied to the use of automated means',
  ].map((indicator) => [ALL, indicator]);
