import type { ColumnType } from 'kysely';

export type Moment = ColumnType<Date>;

/** Now by default. */
export type DefaultMoment = ColumnType<Date, Date | undefined>;
