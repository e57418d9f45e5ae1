/** Placeholders of translations, written as `{{name}}`. */
export const placeholders = [
  'brand',
  'count',
  'date',
  'device',
  'host',
  'name',
  'page',
  'pages',
  'text',
  'when',
] as const;

export type Values = Partial<Record<(typeof placeholders)[number], string | number>>;
