import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Tables } from '../../src/service/database/tables/tables.ts';
import { writeTransparencyReports } from '../../src/service/moderation/transparency/write-yearly-figures.ts';
import { purgeCases } from '../../src/service/retention/purge-cases.ts';
import { reportRulesOf } from '../../src/site/history/report-rules.ts';
import { site } from '../support/configured-site.ts';
import { editions } from '../support/dist.ts';
import { checkPart, parseCsv, templateColumns } from '../support/service/moderation/transparency-template.ts';
import { databases, testService } from '../support/service/test-service.ts';

/** Ended, so that all its decisions can be purged in the next year. */
const YEAR = new Date().getUTCFullYear() - 1;
const REASONS = ['minor', 'threat', 'harassment', 'privacy', 'spam', 'other'] as const;
/** A report a day. */
const REPORTS = 360;

/** Stores a year of reports, each decided after three hours; every sixth is dismissed, every tenth decision is appealed. */
async function fill(db: Kysely<Tables>): Promise<void> {
  for (let n = 0; n < REPORTS; n++) {
    const at = new Date(Date.UTC(YEAR, 0, 1 + n, 12));
    const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
    const { id } = await db
      .insertInto('moderationCase')
      .values({ person: `person ${n}`, createdAt: at, decidedAt: after(3) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const act = n % 6 === 5 ? 'dismiss' : (['warn', 'remove', 'mute', 'limit', 'ban'] as const)[n % 5]!;
    const isAppealed = act !== 'dismiss' && n % 10 === 0;
    const decision = await db
      .insertInto('decision')
      .values({
        case: id,
        person: act === 'dismiss' ? null : `person ${n}`,
        act,
        facts: 'Facts',
        initiative: 'report',
        automated: false,
        rule: act === 'dismiss' ? null : 'no-advertising',
        ruleVersion: act === 'dismiss' ? null : 1,
        createdAt: after(3),
        ...(isAppealed && {
          appealedAt: after(5),
          answeredAt: after(15),
          upheld: n % 20 === 0,
          appeal: 'No',
          answer: 'Yes',
        }),
        ...(act === 'ban' && { until: after(27) }),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const isActed = act !== 'dismiss';
    await db
      .insertInto('report')
      .values({
        case: id,
        reporter: null,
        reported: null,
        room: null,
        note: '',
        shown: '[]',
        rule: null,
        ruleVersion: null,
        reason: REASONS[n % 6]!,
        source: n % 4 ? 'chat' : 'form',
        createdAt: at,
        ...(isActed && { decision: decision.id }),
      })
      .execute();
  }
  for (let n = 0; n < 12; n++)
    await db
      .insertInto('decision')
      .values({
        person: `flood ${n}`,
        act: 'ban',
        facts: 'Flood',
        initiative: 'own',
        automated: true,
        rule: 'no-advertising',
        ruleVersion: 1,
        createdAt: new Date(Date.UTC(YEAR, 4, 1)),
      })
      .execute();
}

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const brand = () => service.brand('amber');
  const folder = mkdtempSync(join(tmpdir(), 'transparency-'));
  const write = (options: { year?: string; only?: string } = {}) =>
    writeTransparencyReports({ db: brand().db }, [...new Set(editions.map((edition) => edition.brand))], {
      year: String(YEAR),
      only: 'amber',
      day: `${YEAR + 1}-02-01`,
      folder,
      reportRules: reportRulesOf(site.folder),
      ...options,
    });
  const read = (file: string): string => readFileSync(`${folder}/${YEAR}/amber/${file}`, 'utf8');
  const rowsOf = (part: string) => {
    const [head, ...rows] = parseCsv(read(`${part}.csv`));
    return rows.map((row) => Object.fromEntries(head!.map((column, index) => [column, row[index]!])));
  };
  // A single transaction, because the retention of the service can purge old cases at any time.
  beforeAll(() => brand().db.transaction().execute(fill));

  test('a year of reports becomes the eleven parts of the template', async () => {
    expect(await write()).toEqual([`${folder}/${YEAR}/amber`]);
    const parts = Object.keys(templateColumns);
    expect(readdirSync(`${folder}/${YEAR}/amber`).toSorted()).toEqual(
      [...parts.map((part) => `${part}.csv`), 'figures.md'].toSorted(),
    );
    for (const part of parts) expect(checkPart(part, read(`${part}.csv`)), part).toEqual([]);
    const [total] = rowsOf('4_notices');
    expect(total).toMatchObject({
      'Category of illegal content': 'TOTAL',
      'Reporting period': `${YEAR}-01-01/${YEAR}-12-31`,
      'Number of notices received ': '360',
      'Median time to take action': '3.0',
      'Number of actions taken on the basis of the terms and conditions of the service': '300',
    });
    const spam = rowsOf('4_notices').find(
      (row) => row['Category of illegal content'] === 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
    );
    expect(spam).toMatchObject({ 'Number of notices received ': '60' });
    expect(rowsOf('6_own_initiative_TC')[0]).toMatchObject({
      "Number of measures taken at the provider's own initiative ": '12',
      'Number of measures taken after detection with solely automated means ': '12',
      'Account restriction Suspension': '12',
    });
    const complaints = rowsOf('7_appeals_and_recidivism').slice(0, 5);
    expect(complaints.map(({ Scope, Value }) => [Scope, Value])).toEqual([
      ['Total number', '36'],
      ['Decisions upheld', '18'],
      ['Decisions partially reversed', '0'],
      ['Decisions reversed', '18'],
      ['Median time', '10.0'],
    ]);
  });

  test('the page of figures has median times, the automated share and counts', () => {
    const page = read('figures.md');
    for (const line of [
      '- Reports: 360, of them 0 about calls',
      '- Median time from a report to the decision: 3.0 hours',
      '- Decisions: 312, of them 12 automated (3.8 %)',
      '- Median time from an appeal to the answer: 10.0 hours',
      '- spam: 60',
      '- dismissed: 60',
      '- no-advertising: 312',
      '- the decision was undone: 18',
    ])
      expect(page.split('\n')).toContain(line);
  });

  test('after the purge, the report is the same', async () => {
    const before = ['4_notices.csv', '6_own_initiative_TC.csv', '7_appeals_and_recidivism.csv', 'figures.md'].map(read);
    const db = brand().db;
    await purgeCases(brand());
    const left = await db.selectFrom('report').select('id').execute();
    // Those of the first half of the year are due in any month.
    expect(left.length).toBeLessThan(REPORTS);
    await write();
    expect(
      ['4_notices.csv', '6_own_initiative_TC.csv', '7_appeals_and_recidivism.csv', 'figures.md'].map(read),
    ).toEqual(before);
  });

  test('another year has nothing, and wrong arguments are refused', async () => {
    await write({ year: String(YEAR - 3) });
    expect(readFileSync(`${folder}/${YEAR - 3}/amber/figures.md`, 'utf8')).toContain('- Reports: 0,');
    await expect(write({ year: String(YEAR + 2) })).rejects.toThrow('is no year that has begun');
    await expect(write({ only: 'nothing' })).rejects.toThrow('"nothing" is no brand');
  });
});

test('the check of the template finds a missing column, a wrong name, a short line and a number that is none', () => {
  const columns = templateColumns['10_AMAR']!;
  const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
  const row = ['All', 'Amber', '2027-01-01/2027-12-31', 'AMAR', 'Number', 'TOTAL', '5'];
  expect(checkPart('10_AMAR', line(columns) + line(row))).toEqual([]);
  expect(checkPart('10_AMAR', line(columns.slice(1)) + line(row.slice(1)))).not.toEqual([]);
  expect(checkPart('10_AMAR', line(['applicability', ...columns.slice(1)]) + line(row))).not.toEqual([]);
  expect(checkPart('10_AMAR', line(columns) + line(row.slice(1)))).not.toEqual([]);
  expect(checkPart('10_AMAR', line(columns) + line([...row.slice(0, -1), 'many']))).not.toEqual([]);
  expect(checkPart('10_AMAR', line(columns) + line(row.with(2, '2027')))).not.toEqual([]);
});
