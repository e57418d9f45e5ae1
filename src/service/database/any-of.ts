import { sql } from 'kysely';

/** Compares with an array of ids. An array is a single parameter; a statement takes at most 65,535. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;
