import { Client } from 'pg';

/** An advisory lock of the tests. */
const LOCK = 815;

/**
 * Has statements on a table of PostgreSQL wait where a race is to happen, each with the locks that it has by then.
 * @param trigger such as `before insert on brand_velvet.passkey`
 * @param condition of the trigger, about `old` and `new`
 */
export async function holdStatements(url: string, trigger: string, condition = 'true') {
  const client = new Client(url);
  await client.connect();
  await client.query(`
    select pg_advisory_lock(${LOCK});
    create function public.wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${LOCK});
      return new;
    end $$;
    create trigger wait_for_test ${trigger} for each row when (${condition}) execute function public.wait_for_test()`);
  return {
    /** How many statements wait, for the test or for each other. */
    waiting: async (): Promise<number> => {
      const { rows } = await client.query<{ count: number }>(`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0]!.count;
    },
    /** Lets them go on, and later ones pass. */
    release: async (): Promise<void> => {
      await client.query(`select pg_advisory_unlock(${LOCK})`);
      await client.end();
    },
  };
}
