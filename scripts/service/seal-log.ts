/** `npm run service:seal-log`: takes the audit logs from the role of the service, which then only adds lines. */
import '../lib/options/site-option.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { sealLog } from '../../src/service/moderation/access/seal-log.ts';
import { UserError } from '../../src/shared/user-error.ts';

const { DATABASE_URL } = readEnv(process.env);
const { ADMIN_DATABASE_URL } = process.env;
if (!DATABASE_URL || !ADMIN_DATABASE_URL)
  throw new UserError(
    'Set DATABASE_URL, and ADMIN_DATABASE_URL for the same database with a role that may change owners, such as a superuser. The embedded database has no roles: docs/moderation.md',
  );
for (const line of await sealLog(DATABASE_URL, ADMIN_DATABASE_URL)) console.log(line);
