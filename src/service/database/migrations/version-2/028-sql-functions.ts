/** Revisions of the functions in `database/functions`. */
export const sqlFunctions = [
  `create table "sqlFunction" (
    "name" text primary key,
    "revision" integer not null
  )`,
];
