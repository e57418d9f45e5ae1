import { passkey } from '@better-auth/passkey';
import { APIError, betterAuth } from 'better-auth';

import { PASSWORD_MAX } from '../../contract/forms.ts';
import { hostOf } from '../../output/requests/negotiate.ts';
import { required } from '../../shared/required.ts';
import type { Db } from '../database/tables/tables.ts';
import { databaseClock } from './database-clock.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { hashedSessions } from './hashed-sessions.ts';
import { hashInSignInQueue, verifyPassword } from './password.ts';

/** better-auth over the tables of a brand: sign-in, sign-out and sessions. It serves no routes here. */
export type Auth = ReturnType<typeof createAuth>;

interface AuthOptions {
  db: Db;
  /** Milliseconds by which the clock of the database is ahead. */
  clockLead: () => number;
  /** PostgreSQL schema of the brand's tables. */
  schema: string;
  secret: string;
  /** URL whose host accepts passkeys. */
  url: string;
  /** Name of the site in passkey dialogs. */
  name: string;
}

const ON_HOST = { secure: true, sameSite: 'lax', path: '/' } as const;

export const SHORT_COOKIE = '__Host-short';

/** Holds the signed token of a session. */
export const SESSION_COOKIE = '__Host-session';

/** `Set-Cookie` that deletes the mark of a short session: better-auth would apply it to a later session. */
export const expiredShortCookie = `${SHORT_COOKIE}=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax`;

/**
 * A passkey replaces the password, so holding the device is not enough: user verification is required. The plugin only prefers it.
 * @see https://www.w3.org/TR/webauthn-3/#user-verification
 */
function requireUserVerification(info: { userVerified: boolean } | undefined): Promise<void> {
  return info?.userVerified ? Promise.resolve() : Promise.reject(new APIError('UNAUTHORIZED'));
}

/** The plugin of passkeys. @param rpName name of the site in passkey dialogs */
const passkeys = (rpName: string) =>
  passkey({
    rpName,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: ({ verification }) => requireUserVerification(verification.registrationInfo),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUserVerification(verification.authenticationInfo),
    },
  });

export const createAuth = ({ db, clockLead, schema, secret, url, name }: AuthOptions) =>
  betterAuth({
    baseURL: url,
    secret,
    database: { db, type: 'postgres', schemaName: schema },
    plugins: [hashedSessions, databaseClock(clockLead), passkeys(name)],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashInSignInQueue, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    // Forms that need a fresh proof ask for the password themselves.
    session: { freshAge: 0, additionalFields: { host: { type: 'string', input: false } } },
    databaseHooks: {
      session: {
        create: {
          before: (session, context) => {
            const headers = required(context?.headers, 'headers of a sign-in');
            return Promise.resolve({
              data: {
                ...session,
                host: hostOf(required(headers.get('host'), 'host of a sign-in')),
                userAgent: describeUserAgent(headers.get('user-agent') ?? ''),
              },
            });
          },
        },
      },
    },
    advanced: {
      // The prefix `__Host-` requires TLS and binds a cookie to this host.
      cookies: {
        session_token: { name: SESSION_COOKIE, attributes: ON_HOST },
        passkey: { name: '__Host-passkey', attributes: ON_HOST },
        // Marks a session that ends with the browser, or after a day.
        dont_remember: { name: SHORT_COOKIE, attributes: ON_HOST },
      },
      useSecureCookies: false,
      ipAddress: { disableIpTracking: true },
      // Statements of this service create accounts, in tables without unused columns.
      database: { validateSchema: false },
    },
    // rate-limits.ts limits across nodes and without network addresses in the database.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
