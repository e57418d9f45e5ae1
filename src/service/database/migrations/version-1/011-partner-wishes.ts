/** Interests and age groups of people who look for a partner, and the searches that led to a partner room. */
export const partnerWishes = [
  `alter table "seeker"
    add column "tags" text[] not null default '{}',
    add column "age" smallint,
    add column "ages" smallint[] not null default '{}'`,
  `alter table "member" add column "search" jsonb`,
];
