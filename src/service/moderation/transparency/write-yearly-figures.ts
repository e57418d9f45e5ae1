import { mkdirSync, writeFileSync } from 'node:fs';

import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Brand } from '../../../site/editions/editions.ts';
import type { Database } from '../../database/database-handle.ts';
import { lacksMigrations } from '../../database/migrations/migrations.ts';
import { groupFigures } from './count-figures.ts';
import { csvParts } from './csv-parts.ts';
import { readFigures } from './figure-queries.ts';
import { figuresPage } from './figures-page.ts';

const USAGE = 'npm run service:transparency -- <year> [--brand <brand>]';

interface TransparencyOptions {
  /** As an operator wrote it. */
  year: string | undefined;
  /** Id of a brand; all without it. */
  only: string | undefined;
  /** Day of the report, such as 2028-01-15. */
  day: string;
  folder: string;
  /** Ids of rules by reason. */
  reportRules: Record<string, string>;
}

/**
 * Writes the yearly reports of brands to `<folder>/<year>/<brand>/`: the parts of Annex I of Implementing Regulation (EU) 2024/2835 as CSV, and
 * a page of figures.
 * @returns the folders
 * @throws UserError for a year that has not begun, an unknown brand, and missing tables
 */
export async function writeTransparencyReports(
  { db }: Pick<Database, 'db'>,
  brands: Pick<Brand, 'id' | 'name'>[],
  { year, only, day, folder, reportRules }: TransparencyOptions,
): Promise<string[]> {
  if (!year || !/^20\d\d$/.test(year) || year > day.slice(0, 4))
    throw new UserError(`"${year ?? ''}" is no year that has begun. Usage: ${USAGE}`);
  const chosen = brands.filter(({ id }) => only === undefined || id === only);
  if (!chosen.length)
    throw new UserError(
      `"${only}" is no brand. Name one of: ${brands.map(({ id }) => id).join(', ')}. Usage: ${USAGE}`,
    );
  const schemas = chosen.map(({ id }) => `brand_${id}`);
  if (await lacksMigrations(db, schemas))
    throw new UserError('Tables are missing, or older than this release. Start the service once.');
  const reasons = Object.fromEntries(
    Object.entries(reportRules).map(([reason, rule]) => [rule, reason as ReportReason]),
  );
  const folders: string[] = [];
  for (const { id, name } of chosen) {
    const figures = groupFigures(await readFigures(db.withSchema(`brand_${id}`), Number(year)));
    const target = `${folder}/${year}/${id}`;
    mkdirSync(target, { recursive: true });
    const parts = csvParts(figures, { service: name, period: `${year}-01-01/${year}-12-31`, day, reasons });
    for (const [part, text] of Object.entries(parts)) writeFileSync(`${target}/${part}.csv`, text);
    writeFileSync(`${target}/figures.md`, figuresPage(figures, name, Number(year)));
    folders.push(target);
  }
  return folders;
}
