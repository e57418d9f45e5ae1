import { sql } from 'kysely';

/** An array is one parameter, however long; a statement takes 65,535. */
export const anyOf = (ids: string[]) => sql<string>`any(${ids}::text[])`;
