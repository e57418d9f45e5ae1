import type { ColumnType } from 'kysely';

export type TimestampColumn = ColumnType<Date>;

/** Now by default. */
export type DefaultTimestampColumn = ColumnType<Date, Date | undefined>;

export type OptionalTimestampColumn = ColumnType<Date | null, Date | undefined>;
