/** Columns of the parts of Annex I of Commission Implementing Regulation (EU) 2024/2835, as its CSV template has them. */
export const templateColumns: Record<string, readonly string[]> = {
  '1_report_identification': ['Applicability', 'Service', 'Indicator', 'Value'],
  '2_categories_names': [
    'Category label',
    'Category description',
    'Category of illegal content / incompatible with the terms and conditions',
    'Contextual information',
  ],
  '3_member_states_orders': [
    'Applicability',
    'Service',
    'Reporting period',
    'Category of illegal content',
    'Description of the sub-category "Other"',
    'Scope',
    'Number of orders to act against illegal content received',
    'Number of specific items of information included in the total number of orders to act against illegal content',
    'Median time to inform the authority of the receipt of the order to act against illegal content',
    'Median time to give effect to the order to act against illegal content',
    'Number of orders to provide information',
    'Median time to inform the authority of the receipt of the order to provide information',
    'Median time to give effect to the order to provide information',
    'Contextual information on number of orders to act against illegal content received',
    'Contextual information on number of specific items of information included in the total number of orders to act against illegal content',
    'Contextual information on Median time to inform the authority of the receipt of the order to act against illegal content',
    'Contextual information on Median time to give effect to the order to act against illegal content',
    'Contextual information on Number of orders to provide information',
    'Contextual information on Median time to inform the authority of the receipt of the order to provide information',
    'Contextual information on Median time to give effect to the order to provide information',
  ],
  '4_notices': [
    'Applicability',
    'Service',
    'Reporting period',
    'Category of illegal content',
    'Description of the sub-category "Other"',
    'Number of notices received ',
    'Number of notices received from Trusted flaggers',
    'Number of specific items of information included in the total number of notices',
    'Number of specific items of information included in the total number of notices by Trusted Flaggers (Trusted Flagger notices)',
    'Median time to take action',
    'Median time to take action (Trusted Flagger notices)',
    'Number of actions taken on the basis of the law',
    'Number of actions taken on the basis of the law (Trusted Flagger notices)',
    'Number of actions taken on the basis of the terms and conditions of the service',
    'Number of actions taken on the basis of the terms and conditions of the service (Trusted Flagger notices)',
    'Contextual information on Number of notices received ',
    'Contextual information on Number of notices received from Trusted flaggers',
    'Contextual information on Number of specific items of information included in the total number of notices',
    'Contextual information on Number of specific items of information included in the total number of notices by Trusted Flaggers (Trusted Flagger notices)',
    'Contextual information on Median time to take action',
    'Contextual information on Median time to take action (Trusted Flagger notices)',
    'Contextual information on Number of actions taken on the basis of the law',
    'Contextual information on Number of actions taken on the basis of the law (Trusted Flagger notices)',
    'Contextual information on Number of actions taken on the basis of the terms and conditions of the service',
    'Contextual information on Number of actions taken on the basis of the terms and conditions of the service (Trusted Flagger notices)',
  ],
  '5_own_initiative_illegal': [
    'Applicability',
    'Service',
    'Reporting period',
    'Category of illegal content',
    'Description of the sub-category "Other"',
    "Number of measures taken at the provider's own initiative ",
    'Number of measures taken after detection with solely automated means ',
    'Visibility restriction Removal',
    'Visibility restriction Disable',
    'Visibility restriction Demoted',
    'Visibility restriction Age restricted',
    'Visibility restriction Interaction restricted',
    'Visibility restriction Labelled ',
    'Visibility restriction Other',
    'Monetary restriction Suspension',
    'Monetary restriction Termination',
    'Monetary restriction Other',
    'Provision of the service Suspension',
    'Provision of the service Termination',
    'Account restriction Suspension',
    'Account restriction Termination',
    "Contextual Information on Number of measures taken at the provider's own initiative ",
    'Contextual Information on Number of measures taken after detection with solely automated means ',
    'Contextual Information on Visibility restriction Removal',
    'Contextual Information on Visibility restriction Disable',
    'Contextual Information on Visibility restriction Demoted',
    'Contextual Information on Visibility restriction Age restricted',
    'Contextual Information on Visibility restriction Interaction restricted',
    'Contextual Information on Visibility restriction Labelled ',
    'Contextual Information on Visibility restriction Other',
    'Contextual Information on Monetary restriction Suspension',
    'Contextual Information on Monetary restriction Termination',
    'Contextual Information on Monetary restriction Other',
    'Contextual Information on Provision of the service Suspension',
    'Contextual Information on Provision of the service Termination',
    'Contextual Information on Account restriction Suspension',
    'Contextual Information on Account restriction Termination',
  ],
  '6_own_initiative_TC': [
    'Applicability',
    'Service',
    'Reporting period',
    "Category of incompatibility with the provider's terms and conditions",
    'Description of the sub-category "Other"',
    "Number of measures taken at the provider's own initiative ",
    'Number of measures taken after detection with solely automated means ',
    'Visibility restriction Removal',
    'Visibility restriction Disable',
    'Visibility restriction Demoted',
    'Visibility restriction Age restricted',
    'Visibility restriction Interaction restricted',
    'Visibility restriction Labelled ',
    'Visibility restriction Other',
    'Monetary restriction Suspension',
    'Monetary restriction Termination',
    'Monetary restriction Other',
    'Provision of the service Suspension',
    'Provision of the service Termination',
    'Account restriction Suspension',
    'Account restriction Termination',
    "Contextual Information on Number of measures taken at the provider's own initiative ",
    'Contextual Information on Number of measures taken after detection with solely automated means ',
    'Contextual Information on Visibility restriction Removal',
    'Contextual Information on Visibility restriction Disable',
    'Contextual Information on Visibility restriction Demoted',
    'Contextual Information on Visibility restriction Age restricted',
    'Contextual Information on Visibility restriction Interaction restricted',
    'Contextual Information on Visibility restriction Labelled ',
    'Contextual Information on Visibility restriction Other',
    'Contextual Information on Monetary restriction Suspension',
    'Contextual Information on Monetary restriction Termination',
    'Contextual Information on Monetary restriction Other',
    'Contextual Information on Provision of the service Suspension',
    'Contextual Information on Provision of the service Termination',
    'Contextual Information on Account restriction Suspension',
    'Contextual Information on Account restriction Termination',
  ],
  '7_appeals_and_recidivism': [
    'Applicability',
    'Service',
    'Reporting period',
    'Section',
    'Indicator',
    'Scope',
    'Value',
    'Contextual Information',
  ],
  '8_automated_means': [
    'Applicability',
    'Service',
    'Reporting period',
    'Section',
    'Indicator',
    'Scope',
    'Value',
    'Contextual Information',
  ],
  '9_human_resources': [
    'Applicability',
    'Service',
    'Reporting period',
    'Section',
    'Indicator',
    'Scope',
    'Value',
    'Contextual information',
  ],
  '10_AMAR': ['Applicability', 'Service', 'Reporting period', 'Section', 'Indicator', 'Scope', 'Value'],
  '11_qualitative': ['Applicability', 'Service', 'Reporting period', 'Indicator', 'Value'],
};

/** Columns that hold numbers: all counts and times; `Value` of the parts with indicators. */
const isNumeric = (part: string, column: string): boolean =>
  /^(Number|Median|Visibility|Monetary|Provision|Account)/.test(column) ||
  (column === 'Value' && !['1_report_identification', '11_qualitative'].includes(part));

/** Errors of a part: other columns than the template's, lines of another length, and cells that are no numbers or no period. */
export function checkPart(part: string, text: string): string[] {
  const columns = templateColumns[part]!;
  const [head = [], ...rows] = parseCsv(text);
  if (JSON.stringify(head) !== JSON.stringify(columns)) return [`The columns are ${JSON.stringify(head)}`];
  return rows.flatMap((row, index) => {
    if (row.length !== columns.length) return [`Line ${index + 2} has ${row.length} fields`];
    return columns.flatMap((column, at) => {
      const isWrong =
        (isNumeric(part, column) && !/^(\d+(\.\d+)?)?$/.test(row[at]!)) ||
        (column === 'Reporting period' && !/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/.test(row[at]!));
      return isWrong ? [`Line ${index + 2}, ${column}: ${row[at]}`] : [];
    });
  });
}

/** Reads a CSV file of RFC 4180. */
export function parseCsv(text: string): string[][] {
  const lines = text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g) ?? [];
  return lines.map((line) =>
    Array.from(line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
    ),
  );
}
