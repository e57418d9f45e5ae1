import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import type { DecisionFigure } from '../../database/tables/moderation-tables.ts';
import { categories, NOT_SPECIFIED } from './categories.ts';
import { type Figures, isRestriction, medianHours } from './count-figures.ts';
import { appealRows, automationRows, qualitativeRows } from './indicator-rows.ts';
import {
  ALL,
  AUTOMATED_MEASURES,
  type Cell,
  columns,
  HOSTING,
  MEASURES,
  NOTICES,
  OWN_MEASURES,
  type Part,
} from './template-columns.ts';

export interface Reported {
  /** Name of the brand. */
  service: string;
  /** Such as 2027-01-01/2027-12-31. */
  period: string;
  /** Day of the report. */
  day: string;
  /** The reason that names a rule, by the id of the rule. */
  reasons: Record<string, ReportReason>;
}

/** Category of each reason of a report. */
const categoryOf: Record<ReportReason, string> = {
  minor: 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  threat: 'STATEMENT_CATEGORY_VIOLENCE',
  harassment: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  privacy: 'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  spam: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  other: NOT_SPECIFIED,
};
const OTHER_TERMS = 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC';

/**
 * The files of a yearly report in the layout of Annex I of Implementing Regulation (EU) 2024/2835, in RFC 4180. Cells that the service has
 * no facts for are empty.
 */
export function csvParts(figures: Figures, reported: Reported): Record<Part, string> {
  const { service, period, day } = reported;
  const facts = [
    ['Name of the service provider', service],
    ['Date of the publication of the report', day],
    ['Date of the publication of the latest previous report', ''],
    ['Starting date of reporting period', period.split('/')[0]],
    ['Ending date of reporting period', period.split('/')[1]],
  ] as const;
  const withPeriod = ([applicability, ...cells]: Cell[]): Cell[] => [applicability, service, period, ...cells];
  const rows: Record<Part, Cell[][]> = {
    '1_report_identification': facts.map(([indicator, value]) => [ALL, service, indicator, value]),
    '2_categories_names': categoryNames(),
    '3_member_states_orders': [withPeriod([ALL, 'TOTAL', '', 'TOTAL'])],
    '4_notices': noticeRows(figures).map(withPeriod),
    '5_own_initiative_illegal': measureRows([], illegal, () => '').map(withPeriod),
    '6_own_initiative_TC': measureRows(
      figures.decisions.filter((decision) => decision.initiative === 'own' && isRestriction(decision)),
      termCodes,
      ({ rule }) => {
        const reason = rule === null ? undefined : reported.reasons[rule];
        return reason && reason !== 'other' ? categoryOf[reason] : OTHER_TERMS;
      },
    ).map(withPeriod),
    '7_appeals_and_recidivism': appealRows(figures).map(withPeriod),
    '8_automated_means': automationRows(figures).map(withPeriod),
    // Of very large platforms alone.
    '9_human_resources': [],
    '10_AMAR': [],
    '11_qualitative': qualitativeRows().map(withPeriod),
  };
  const parts = Object.keys(columns) as Part[];
  return Object.fromEntries(
    parts.map((part) => [
      part,
      [columns[part], ...rows[part]].map((row) => formatRow(row, columns[part].length)).join(''),
    ]),
  ) as Record<Part, string>;
}

const codesOf = (own: typeof categories): string[] => [
  'TOTAL',
  ...own.flatMap(({ code, keywords }) => [code, ...Object.keys(keywords), 'KEYWORD_OTHER']),
];
const illegal = codesOf(categories.slice(0, -1));
const termCodes = codesOf(categories);

function categoryNames(): Cell[][] {
  const named = categories.flatMap(({ code, description, keywords }, index) =>
    [[code, description], ...Object.entries(keywords), ['KEYWORD_OTHER', 'Not captured by any other sub-category']].map(
      ([key, text], part) => [`Category ${index + 1}${part ? 'abcdefghijk'[part - 1] : ''}`, text, key],
    ),
  );
  return [
    ['TOTAL', 'All the entries', 'TOTAL'],
    ...named,
    [
      'Category 16',
      'Type of illegal content not specified by the public authority',
      'STATEMENT_CATEGORY_NOT_SPECIFIED_ORDER',
    ],
    ['Category 17', 'Type of alleged illegal content not specified by the notifier', NOT_SPECIFIED],
  ];
}

/** Reports are notices. Moderators decide by the rules of the service, so that all actions are on the basis of its terms. */
function noticeRows({ reports }: Figures): Cell[][] {
  return [...illegal, NOT_SPECIFIED].map((code) => {
    const own = code === 'TOTAL' ? reports : reports.filter(({ reason }) => categoryOf[reason] === code);
    if (code.startsWith('KEYWORD')) return [HOSTING, code];
    const items = own.reduce((sum, report) => sum + Math.max(1, report.items), 0);
    const median = medianHours(own);
    const values = [
      own.length,
      0,
      items,
      0,
      median,
      undefined,
      0,
      0,
      own.filter(({ outcome }) => outcome === 'acted').length,
      0,
    ];
    const context = NOTICES.map((column) => (column === 'Median time to take action' && median ? 'Hours' : undefined));
    return [HOSTING, code, '', ...values, ...context];
  });
}

function measureRows(
  decisions: DecisionFigure[],
  codes: string[],
  codeOf: (decision: DecisionFigure) => string,
): Cell[][] {
  return codes.map((code) => {
    if (code.startsWith('KEYWORD')) return [ALL, code];
    const own = code === 'TOTAL' ? decisions : decisions.filter((decision) => codeOf(decision) === code);
    const count = (isCounted: (decision: DecisionFigure) => boolean): number => own.filter(isCounted).length;
    const values: Record<string, number> = {
      [OWN_MEASURES]: own.length,
      [AUTOMATED_MEASURES]: count(({ automated }) => automated),
      'Visibility restriction Removal': count(({ act, removes }) => removes || act === 'remove'),
      'Provision of the service Suspension': count(({ act }) => act === 'mute' || act === 'limit'),
      'Account restriction Suspension': count(({ act, isForGood }) => act === 'ban' && !isForGood),
      'Account restriction Termination': count(({ act, isForGood }) => act === 'ban' && isForGood),
    };
    return [ALL, code, '', ...MEASURES.map((column) => values[column] ?? 0)];
  });
}

/** A line with as many fields as the part has columns. */
const formatRow = (cells: readonly Cell[], width: number): string =>
  `${Array.from({ length: width }, (_, index) => formatCell(cells[index])).join(',')}\r\n`;

const formatCell = (cell: Cell = ''): string =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
