/** Kinds of partners in partner matching. Their translations are `partner.<kind>`. */
export const PARTNER_KINDS = ['woman', 'man', 'couple', 'other'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** Age groups of adults, by their lowest age. People say theirs: the date of birth is not stored. */
export const AGE_GROUPS = [18, 25, 35, 45, 55] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

/** Most interests of a partner search, and their longest length in characters. */
export const TAGS_MAX = 5;
export const TAG_MAX = 24;

export interface PartnerSearch {
  lang: string;
  iAm: PartnerKind;
  lookFor: PartnerKind | 'anyone';
  /** Interests, cleaned by `cleanTags`. */
  tags?: string[] | undefined;
  /** The searcher's own age group. */
  age?: AgeGroup | undefined;
  /** Age groups of the partner. @default any */
  ages?: AgeGroup[] | undefined;
}
