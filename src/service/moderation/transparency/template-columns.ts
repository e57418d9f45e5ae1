/** Columns of the parts of Annex I of Implementing Regulation (EU) 2024/2835, with the spaces that some end with. */

const PERIOD = ['Applicability', 'Service', 'Reporting period'];
const OTHER = 'Description of the sub-category "Other"';
const INDICATORS = ['Section', 'Indicator', 'Scope', 'Value'];

const ACT = 'orders to act against illegal content';
const INFORM = 'Median time to inform the authority of the receipt of the order to';
const EFFECT = 'Median time to give effect to the order to';
const ORDERS = [
  `Number of ${ACT} received`,
  `Number of specific items of information included in the total number of ${ACT}`,
  `${INFORM} act against illegal content`,
  `${EFFECT} act against illegal content`,
  'Number of orders to provide information',
  `${INFORM} provide information`,
  `${EFFECT} provide information`,
];

const FLAGGER = '(Trusted Flagger notices)';
const ITEMS = 'Number of specific items of information included in the total number of notices';
const ON_LAW = 'Number of actions taken on the basis of the law';
const ON_TERMS = 'Number of actions taken on the basis of the terms and conditions of the service';
export const NOTICES = [
  'Number of notices received ',
  'Number of notices received from Trusted flaggers',
  ITEMS,
  `${ITEMS} by Trusted Flaggers ${FLAGGER}`,
  'Median time to take action',
  `Median time to take action ${FLAGGER}`,
  ON_LAW,
  `${ON_LAW} ${FLAGGER}`,
  ON_TERMS,
  `${ON_TERMS} ${FLAGGER}`,
];

export const OWN_MEASURES = "Number of measures taken at the provider's own initiative ";
export const AUTOMATED_MEASURES = 'Number of measures taken after detection with solely automated means ';

/** Columns of measures, in the order of the template. */
export const MEASURES = [
  OWN_MEASURES,
  AUTOMATED_MEASURES,
  ...['Removal', 'Disable', 'Demoted', 'Age restricted', 'Interaction restricted', 'Labelled ', 'Other'].map(
    (kind) => `Visibility restriction ${kind}`,
  ),
  ...['Suspension', 'Termination', 'Other'].map((kind) => `Monetary restriction ${kind}`),
  ...['Suspension', 'Termination'].map((kind) => `Provision of the service ${kind}`),
  ...['Suspension', 'Termination'].map((kind) => `Account restriction ${kind}`),
];

const contextOf = (columns: string[], word = 'information'): string[] =>
  columns.map((column) => `Contextual ${word} on ${column}`);
const measuresBy = (category: string): string[] => [
  ...PERIOD,
  category,
  OTHER,
  ...MEASURES,
  ...contextOf(MEASURES, 'Information'),
];

/** Columns by the name of the file. */
export const columns = {
  '1_report_identification': ['Applicability', 'Service', 'Indicator', 'Value'],
  '2_categories_names': [
    'Category label',
    'Category description',
    'Category of illegal content / incompatible with the terms and conditions',
    'Contextual information',
  ],
  '3_member_states_orders': [
    ...PERIOD,
    'Category of illegal content',
    OTHER,
    'Scope',
    ...ORDERS,
    // So the template writes them.
    ...contextOf(ORDERS.map((column, index) => (index < 2 ? column.replace(/^N/, 'n') : column))),
  ],
  '4_notices': [...PERIOD, 'Category of illegal content', OTHER, ...NOTICES, ...contextOf(NOTICES)],
  '5_own_initiative_illegal': measuresBy('Category of illegal content'),
  '6_own_initiative_TC': measuresBy("Category of incompatibility with the provider's terms and conditions"),
  '7_appeals_and_recidivism': [...PERIOD, ...INDICATORS, 'Contextual Information'],
  '8_automated_means': [...PERIOD, ...INDICATORS, 'Contextual Information'],
  '9_human_resources': [...PERIOD, ...INDICATORS, 'Contextual information'],
  '10_AMAR': [...PERIOD, ...INDICATORS],
  '11_qualitative': [...PERIOD, 'Indicator', 'Value'],
} as const satisfies Record<string, string[]>;

export type Part = keyof typeof columns;

/** Empty where the service has no fact. */
export type Cell = string | number | undefined;

export const ALL = 'All';
export const PLATFORMS = 'Only for providers of online platforms';
export const HOSTING = 'Only for providers of hosting services, including online platforms';
