/** Two sites of the same hosts and files, with other words, on another day. */
export const VARIANTS = { Ahead: '2026-11-29', Behind: '2026-12-03' };
export type Variant = keyof typeof VARIANTS;
export const variants = Object.keys(VARIANTS) as Variant[];

/** A change of a rule that is in force on the second day only. */
const CHANGE = `- day: 2026-11-20
  inForce: 2026-12-02
  note: { en: 'A note.', de: 'Eine Notiz.' }
  before: { en: '**Former.** Words.' }
`;

/** Texts of a variant. */
export const textsIn = (variant: Variant, texts: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, text.replaceAll('A sentence', `${variant} sentence`)]),
  ),
  'history/shared/rules/rule-3.yaml': CHANGE,
});
