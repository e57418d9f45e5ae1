/** `npm run bench:queue`: measures how soon the queue of moderators answers with 10,000 open reports, into docs/benchmark-queue.md. */
import '../lib/terminal/report-user-errors.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Kysely, sql } from 'kysely';

import { QUEUE_PAGE, type QueueQuery } from '../../src/contract/moderation/queue.ts';
import { openBrands } from '../../src/service/brands/open-brands.ts';
import { summarizeReports } from '../../src/service/chat/moderation/summarize-reports.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import type { Tables } from '../../src/service/database/tables/tables.ts';
import { readQueue } from '../../src/service/moderation/queue/read-queue.ts';
import { required } from '../../src/shared/required.ts';
import { UserError } from '../../src/shared/user-error.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { table } from '../lib/markdown-table.ts';
import { median } from '../lib/median.ts';
import { findPostgres, startPostgres } from '../lib/programs/start-postgres.ts';
import { printError } from '../lib/terminal/report-user-errors.ts';

const { editions } = await openSite(readSiteOptions(process.env));
const REPORTS = 10_000;
const RUNS = 20;
/** The longest wait that this benchmark accepts. */
const MAX_MS = 100;
/** The id of a person, by the number of a row. */
const personId = sql<string>`'person' || "n"`;

const bin = findPostgres();
if (!bin) throw new UserError('PostgreSQL is missing. Install it with: npm run setup:all');
const postgres = await startPostgres(bin);
const folder = mkdtempSync(join(tmpdir(), 'bench-queue-'));
process.once('exit', () => {
  postgres.remove();
  rmSync(folder, { recursive: true });
});

const rows: string[][] = [];
let worstMs = 0;
for (const name of ['PGlite', 'PostgreSQL']) {
  // A report about each, and several about each.
  for (const people of [REPORTS, 500]) {
    const url = name === 'PGlite' ? undefined : postgres.newDatabase();
    const times = await measure(join(folder, `${name}-${people}`), people, url);
    worstMs = Math.max(worstMs, ...times);
    rows.push([name, String(people), `${median(times).toFixed(0)} ms`, `${Math.max(...times).toFixed(0)} ms`]);
  }
}
const figures = table([['database', 'reported people', 'median', `longest of ${RUNS}`], ...rows], []);
console.log(figures);
writeFileSync(
  'docs/benchmark-queue.md',
  `# Benchmark of the queue

\`npm run bench:queue\` writes this page, on ${availableParallelism()} processor cores with Node ${process.versions.node}. It fails where an answer takes longer than ${MAX_MS} ms.

${figures}

The database holds ${REPORTS.toLocaleString('en')} open reports, and a strike of every tenth person; the queue answers with the first and the last page of 100 cases, with the oldest first, and with those of a reason and a language. It needs PostgreSQL (\`npm run setup:all\`).
`,
);
if (worstMs > MAX_MS) console.log(`More than the ${MAX_MS} ms that are declared.`);
process.exit(worstMs > MAX_MS ? 1 : 0);

async function measure(DATA_DIR: string, people: number, url: string | undefined): Promise<number[]> {
  const secret = 'only for measurements, and long enough for them';
  const env = readEnv({ DATA_DIR, ...(url && { DATABASE_URL: url, AUTH_SECRET: secret }) });
  const database = await openDatabase(env, printError);
  try {
    const [brand] = [...(await openBrands(editions, database, secret)).values()];
    const { db } = required(brand, 'brand');
    await fill(db, people);
    const { total } = await readQueue(db, { list: 'open' }, 'moderator');
    const queries: Omit<QueueQuery, 'list'>[] = [
      {},
      { page: Math.ceil(total / QUEUE_PAGE) - 1 },
      { oldestFirst: true },
      { reason: 'spam', lang: 'en' },
    ];
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++)
      for (const query of queries) {
        const began = performance.now();
        await readQueue(db, { list: 'open', ...query }, 'moderator');
        times.push(performance.now() - began);
      }
    return times;
  } finally {
    await database.close();
  }
}

/** Stores accounts, reports about them, and a strike of every tenth. */
async function fill(db: Kysely<Tables>, people: number): Promise<void> {
  const numbers = numbersTo(people);
  await storeAccounts(db, people);
  await db
    .insertInto('moderationCase')
    .columns(['person'])
    .expression(db.selectFrom(numbers).select(personId.as('person')))
    .execute();
  await db
    .insertInto('decision')
    .columns(['person', 'act', 'facts', 'initiative', 'automated'])
    .expression(
      db
        .selectFrom(numbers)
        .select([personId.as('person'), sql<'warn'>`'warn'`.as('act'), sql<string>`'facts'`.as('facts')])
        .select([sql<'own'>`'own'`.as('initiative'), sql<boolean>`false`.as('automated')])
        .where(sql<boolean>`"n" % 10 = 0`),
    )
    .execute();
  await storeReports(db, people);
  const stored = await db.selectFrom('moderationCase').select('id').execute();
  await db.transaction().execute(async (transaction) => {
    for (const { id: found } of stored) await summarizeReports(transaction, found);
  });
}

/** A table of the numbers from 1 on. */
function numbersTo(last: number) {
  return sql<{ n: number }>`generate_series(1, ${last}::integer)`.as<'each'>(sql`each("n")`);
}

async function storeAccounts(db: Kysely<Tables>, people: number): Promise<void> {
  await db
    .insertInto('user')
    .columns([
      'id',
      'name',
      'nicknameKey',
      'email',
      'emailVerified',
      'adultConfirmedAt',
      'rulesAcceptedAt',
      'host',
      'lang',
      'createdAt',
      'updatedAt',
    ])
    .expression(
      db
        .selectFrom(numbersTo(people))
        .select([
          personId.as('id'),
          personId.as('name'),
          personId.as('nicknameKey'),
          sql<string>`${personId} || '@mail.example'`.as('email'),
        ])
        .select([
          sql<boolean>`true`.as('emailVerified'),
          sql<Date>`now()`.as('adultConfirmedAt'),
          sql<Date>`now()`.as('rulesAcceptedAt'),
        ])
        .select([sql<string>`'velvet.example'`.as('host'), sql<string>`'en'`.as('lang')])
        .select([sql<Date>`now() - "n" * interval '1 minute'`.as('createdAt'), sql<Date>`now()`.as('updatedAt')]),
    )
    .execute();
}

async function storeReports(db: Kysely<Tables>, people: number): Promise<void> {
  const reasons = sql<'spam'>`(array['harassment', 'spam', 'privacy', 'other', 'minor', 'threat'])[1 + "n" % 6]`;
  await db
    .insertInto('report')
    .columns(['case', 'reporter', 'reported', 'reason', 'note', 'shown', 'hasLinks', 'createdAt'])
    .expression(
      db
        .selectFrom(numbersTo(REPORTS))
        .innerJoin('moderationCase', (on) =>
          on.on('person', '=', sql<string>`'person' || (1 + "n" % ${people}::integer)`),
        )
        .select([
          'moderationCase.id as case',
          sql<string>`'person' || (1 + "n" % 97)`.as('reporter'),
          'person as reported',
        ])
        .select([reasons.as('reason'), sql<string>`''`.as('note'), sql<string>`'[]'::jsonb`.as('shown')])
        .select([
          sql<boolean>`"n" % 7 = 0`.as('hasLinks'),
          sql<Date>`now() - "n" * interval '10 seconds'`.as('createdAt'),
        ]),
    )
    .execute();
}
