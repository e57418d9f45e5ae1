import { betterAuth } from 'better-auth';
import type { Kysely } from 'kysely';

import { PASSWORD_MAX } from '../contract/forms.ts';
import { hostOf } from '../editions/negotiate.ts';
import { hashPassword, verifyPassword } from './accounts/password.ts';
import type { Tables } from './database/tables.ts';
import { deviceOf } from './http/device.ts';

/** Signing in and out, and who is signed in: better-auth over the tables of one brand. It has no routes of its own here. */
export type Auth = ReturnType<typeof createAuth>;

interface Parts {
  db: Kysely<Tables>;
  /** Where the brand's tables are. */
  schema: string;
  secret: string;
  url: string;
}

export const createAuth = ({ db, schema, secret, url }: Parts) =>
  betterAuth({
    baseURL: url,
    secret,
    database: { db, type: 'postgres', schemaName: schema },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    session: { additionalFields: { host: { type: 'string', input: false } } },
    databaseHooks: {
      session: {
        create: {
          before: (session, context) => {
            const { headers } = context!;
            return Promise.resolve({
              data: {
                ...session,
                host: hostOf(headers!.get('host')!),
                userAgent: deviceOf(headers!.get('user-agent') ?? ''),
              },
            });
          },
        },
      },
    },
    advanced: {
      // The name says what it has to be: sent over TLS alone, to this host alone.
      cookies: { session_token: { name: '__Host-session', attributes: { secure: true, sameSite: 'lax', path: '/' } } },
      useSecureCookies: false,
      ipAddress: { disableIpTracking: true },
      // Accounts are made by our own statements, in tables without the columns that nothing here uses.
      database: { validateSchema: false },
    },
    // Limits are ours: over several nodes, and without network addresses in the database.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
