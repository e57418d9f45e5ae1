import { passkey } from '@better-auth/passkey';
import { APIError, betterAuth } from 'better-auth';
import type { Kysely } from 'kysely';

import { PASSWORD_MAX } from '../../contract/forms.ts';
import { hostOf } from '../../site/editions/negotiate.ts';
import type { Tables } from '../database/tables.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { hashedSessions } from './hashed-sessions.ts';
import { hashLikeVerifying, verifyPassword } from './password.ts';

/** Signing in and out, and who is signed in: better-auth over the tables of one brand. It has no routes of its own here. */
export type Auth = ReturnType<typeof createAuth>;

interface Parts {
  db: Kysely<Tables>;
  /** Where the brand's tables are. */
  schema: string;
  secret: string;
  /** Its host is the one whose passkeys it takes. */
  url: string;
  /** What passkeys are for, in the words of the browser. */
  name: string;
}

const ON_HOST = { secure: true, sameSite: 'lax', path: '/' } as const;

export const SHORT_COOKIE = '__Host-short';

/** Has a browser forget that an earlier session was to end with it: better-auth keeps that for a later one. */
export const forgetShort = `${SHORT_COOKIE}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`;

/**
 * A passkey replaces the password, so holding the device is not enough: the user is verified. The plugin itself only prefers that.
 * @see https://www.w3.org/TR/webauthn-3/#user-verification
 */
function demandUser(info: { userVerified: boolean } | undefined): Promise<void> {
  return info?.userVerified ? Promise.resolve() : Promise.reject(new APIError('UNAUTHORIZED'));
}

export const createAuth = ({ db, schema, secret, url, name }: Parts) =>
  betterAuth({
    baseURL: url,
    secret,
    database: { db, type: 'postgres', schemaName: schema },
    plugins: [
      hashedSessions,
      passkey({
        rpName: name,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        registration: { afterVerification: ({ verification }) => demandUser(verification.registrationInfo) },
        authentication: { afterVerification: ({ verification }) => demandUser(verification.authenticationInfo) },
      }),
    ],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashLikeVerifying, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    // What needs a fresh proof asks for it itself.
    session: { freshAge: 0, additionalFields: { host: { type: 'string', input: false } } },
    databaseHooks: {
      session: {
        create: {
          before: (session, context) => {
            const { headers } = context!;
            return Promise.resolve({
              data: {
                ...session,
                host: hostOf(headers!.get('host')!),
                userAgent: describeUserAgent(headers!.get('user-agent') ?? ''),
              },
            });
          },
        },
      },
    },
    advanced: {
      // The name says what it has to be: sent over TLS alone, to this host alone.
      cookies: {
        session_token: { name: '__Host-session', attributes: ON_HOST },
        passkey: { name: '__Host-passkey', attributes: ON_HOST },
        // The mark of a session that ends with the browser, after a day at the latest.
        dont_remember: { name: SHORT_COOKIE, attributes: ON_HOST },
      },
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
