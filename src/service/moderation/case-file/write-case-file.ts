import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from '../../../shared/user-error.ts';
import type { Edition } from '../../../site/editions/editions.ts';
import { keyedHash } from '../../auth/tokens.ts';
import type { Database } from '../../database/database-handle.ts';
import { lacksMigrations } from '../../database/migrations/migrations.ts';
import { appendToLog, OPERATOR } from '../access/audit-log.ts';
import { keepDeletedAddress } from '../cases/read-identity.ts';
import { caseFilePage } from './case-file-page.ts';
import { readCaseFile } from './read-case-file.ts';

const USAGE = 'npm run service:case-export -- <brand> <case> <folder>';
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Writes a held case for an authority to `<folder>/<case>/`: `case.json`, `case.html`, and `SHA256SUMS` with the hashes of both. The audit log
 * gets a line with the hash of `case.json`, so that a changed file shows.
 * @param args brand, case and folder
 * @param secrets every accepted secret
 * @returns the folder
 * @throws UserError that lists every wrong argument, and for a case without a person or a hold
 */
export async function writeCaseFile(
  { db }: Pick<Database, 'db'>,
  editions: Edition[],
  secrets: string[],
  [brandId = '', id = '', folder = '', ...more]: string[],
): Promise<string> {
  const own = editions.filter(({ brand }) => brand.id === brandId);
  const schema = `brand_${brandId}`;
  const isMigrated = own.length > 0 && !(await lacksMigrations(db, [schema]));
  const tables = db.withSchema(schema);
  const found =
    isMigrated && ID.test(id)
      ? await tables.selectFrom('moderationCase').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
  const brands = [...new Set(editions.map(({ brand }) => brand.id))];
  const mistakes = [
    !own.length && `"${brandId}" is no brand. Name one of: ${brands.join(', ')}`,
    own.length &&
      !isMigrated &&
      `The tables of ${brandId} are missing, or older than this release. Start the service once`,
    isMigrated && !found && `"${id}" is no case of ${brandId}. The address of its page has its id`,
    found && found.person === null && 'Nobody is known to be behind this case. Enter a nickname on its page first',
    found &&
      !found.heldAt &&
      'This case is not on hold. Set a legal hold on its page first, so that nothing of it is deleted meanwhile',
    !folder && 'A folder to write to is missing',
    more.length > 0 && `"${more.join(' ')}" is too much`,
  ].filter((mistake) => typeof mistake === 'string');
  const [edition] = own;
  if (mistakes.length || !found || !edition)
    throw new UserError([...mistakes.map((text) => `${text}.`), `Usage: ${USAGE}`].join('\n'));
  const hosts = [...new Set(own.map(({ host }) => host))];
  await keepDeletedAddress(tables, found.person, (...parts) => secrets.map((secret) => keyedHash(secret, ...parts)));
  const file = await readCaseFile(tables, { brand: edition.brand, hosts }, found);
  const texts = { 'case.json': `${JSON.stringify(file, null, 2)}\n`, 'case.html': caseFilePage(file) };
  const sums = Object.entries(texts).map(([name, text]) => `${sha256(text)}  ${name}\n`);
  // First, so that no file is written without it.
  const subject = { case: id, sha256: sha256(texts['case.json']) };
  await appendToLog({ db: tables }, { moderator: OPERATOR, role: 'lead', request: 'caseExport', subject });
  const target = join(folder, id);
  mkdirSync(target, { recursive: true });
  chmodSync(target, 0o700);
  for (const [name, text] of Object.entries({ ...texts, SHA256SUMS: sums.join('') }))
    writeFileSync(join(target, name), text, { mode: 0o600 });
  return target;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
