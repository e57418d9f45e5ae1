import { sql } from 'kysely';

/** Values of a row that a ban meets in `on conflict`: the longer ban counts, and the row keeps the decisions of both. */
export function longerBan(table: 'ban' | 'bannedAddress') {
  const ofRow = (column: string) => sql.ref(`${table}.${column}`);
  const ofLonger = <Value>(column: string) => sql<Value>`case when excluded."until" > ${ofRow('until')}
    then ${sql.ref(`excluded.${column}`)} else ${ofRow(column)} end`;
  return {
    until: ofLonger<Date>('until'),
    reason: ofLonger<string>('reason'),
    origin: ofLonger<string>('origin'),
    decision: ofLonger<string | null>('decision'),
    decisions: sql<string[]>`array(select distinct unnest(${ofRow('decisions')} || excluded."decisions"))`,
  };
}
