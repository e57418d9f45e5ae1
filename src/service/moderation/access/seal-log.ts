import { Client, escapeIdentifier } from 'pg';

import { required } from '../../../shared/required.ts';
import { UserError } from '../../../shared/user-error.ts';

/** Columns of a new line. The time and the number of a line come from the database. */
const WRITTEN = ['moderator', 'role', 'request', 'subject'];

/**
 * Takes the audit logs of all brands from the role of the service, which then reads them and adds lines, and nothing else. Their
 * schemas go with them, because the owner of a schema can drop the tables in it.
 * @param url of the service
 * @param adminUrl the same database with another role, such as a superuser
 * @returns a sentence for each log
 * @throws UserError if the service would keep its rights
 */
export async function sealLog(url: string, adminUrl: string): Promise<string[]> {
  const service = await roleOf(url);
  return withClient('ADMIN_DATABASE_URL', adminUrl, async (admin) => {
    const { rows } = await admin.query<Facts>(
      `select current_user as name, current_database() as database, rolsuper as "isSuperuser",
        pg_has_role(rolname, current_user, 'member') as "isMember",
        pg_has_role(rolname, datdba, 'member') as "ownsDatabase"
      from pg_roles, pg_database where rolname = $1 and datname = current_database()`,
      [service.name],
    );
    const facts = rows[0];
    if (facts?.database !== service.database)
      throw new UserError(
        'ADMIN_DATABASE_URL is another database than DATABASE_URL. Name the same database with another role.',
      );
    if (facts.isSuperuser || facts.isMember)
      throw new UserError(
        `The role ${service.name} of DATABASE_URL ${facts.isSuperuser ? 'is a superuser' : `has the rights of ${facts.name}`}, so no log can be kept from it. Give the service a role of its own: docs/moderation.md`,
      );
    const logs = await admin.query<{ schema: string }>(
      `select schemaname as schema from pg_tables where schemaname like 'brand\\_%' and tablename = 'auditLog' order by 1`,
    );
    if (!logs.rowCount) throw new UserError('The database has no audit log. Start the service once, then seal it.');
    const statements = logs.rows.map(({ schema }) => sealStatements(schema, service.name));
    // A query of several statements is a transaction.
    await admin.query(statements.join(';\n'));
    const lines = logs.rows.map(
      ({ schema }) => `${schema}: ${facts.name} owns the audit log; ${service.name} reads it and adds lines.`,
    );
    return facts.ownsDatabase
      ? [...lines, `${service.name} owns the database and can drop all of it: alter database … owner to …`]
      : lines;
  });
}

/** Statements that give a log and its schema to the current role. */
function sealStatements(schemaName: string, serviceName: string): string {
  const [schema, service] = [escapeIdentifier(schemaName), escapeIdentifier(serviceName)];
  const log = `${schema}."auditLog"`;
  return `
    alter table ${log} owner to current_user;
    alter function ${schema}.refuse_change() owner to current_user;
    alter schema ${schema} owner to current_user;
    grant usage, create on schema ${schema} to ${service};
    revoke all on ${log} from public, ${service};
    grant select, insert (${WRITTEN.map(escapeIdentifier).join(', ')}) on ${log} to ${service};
    -- Backups read it.
    grant select on sequence ${schema}."auditLog_id_seq" to ${service}`;
}

async function roleOf(url: string): Promise<{ name: string; database: string }> {
  return withClient('DATABASE_URL', url, async (client) => {
    const { rows } = await client.query<{ name: string; database: string }>(
      'select current_user as name, current_database() as database',
    );
    return required(rows[0], 'row of a role');
  });
}

/** @param variable name of the setting, for errors */
async function withClient<Result>(
  variable: string,
  url: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(url);
  try {
    await client.connect();
    return await use(client);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const reason = (cause as Error).message || (cause as NodeJS.ErrnoException).code;
    throw new UserError(`The log is not sealed, and nothing was changed: ${variable} answers "${reason}".`, { cause });
  } finally {
    await client.end();
  }
}

interface Facts {
  /** Role of the operator. */
  name: string;
  database: string;
  isSuperuser: boolean;
  isMember: boolean;
  ownsDatabase: boolean;
}
