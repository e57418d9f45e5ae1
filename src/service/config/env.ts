import { join } from 'node:path';

import { z } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import { port } from './port.ts';

/** Shortest `AUTH_SECRET`, in characters. */
export const AUTH_SECRET_MIN = 32;

const url = (protocols: string[], example: string) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), {
    error: `is no address. Write one such as ${example}`,
  });

const list = z.string().transform((text) => text.split(',').map((each) => each.trim()));

const wholeDays = (most: number, least = 1) => {
  const error = `is no number of days. Write a whole one from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,4}$/, error)
    .transform(Number)
    .refine((days) => days >= least && days <= most, error);
};

/** @see https://www.rfc-editor.org/rfc/rfc7065 */
const TURN = /^turns?:(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i;

/** Every setting of the service. An empty variable counts as absent. */
const schema = z
  .object({
    /** Port to listen on; 0 takes a free port. @default 4321 */
    PORT: port,
    /** Address of this machine to listen on. @default 127.0.0.1 */
    LISTEN: z
      .union([z.ipv4(), z.ipv6()], { error: 'is no IP address. Write one of this machine, such as 0.0.0.0' })
      .default('127.0.0.1'),
    /** PostgreSQL 15 or newer. Without it, an embedded database in `DATA_DIR`, for a single process. */
    DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name').optional(),
    /** Folder of the site. @default the working folder */
    SITE: z.string().default('.'),
    /** Folder of the built site that answers, such as `current` of a deployed folder. @default dist in the folder of the site */
    SITE_ROOT: z.string().optional(),
    /** Folder of the embedded database, and of mails without `MAIL_URL`. @default .data in the folder of the site */
    DATA_DIR: z.string().optional(),
    /** Signs cookies and keys hashes; the same on every node. With the embedded database, the service creates a secret file. */
    AUTH_SECRET: z.string().min(AUTH_SECRET_MIN, 'is too short. Make one: openssl rand -base64 32').optional(),
    /** Former values of `AUTH_SECRET`, separated by commas: their signatures and hashes stay valid. @default none */
    AUTH_SECRET_PREVIOUS: list
      .superRefine((secrets, { addIssue }) => {
        for (const [index, secret] of secrets.entries())
          if (secret.length < AUTH_SECRET_MIN)
            addIssue(
              `is too short in place ${index + 1} of ${secrets.length}. Write whole former values of AUTH_SECRET, with commas between them`,
            );
      })
      .default([]),
    /** SMTP server. Without it, mails are written to files in `DATA_DIR`. */
    MAIL_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
    /** Days that messages are kept; the privacy policy states it. @default 7 */
    HISTORY_DAYS: wholeDays(30).default(7),
    /** Days in which a deleted account can be reported, identified and banned; the privacy policy states it. @default 14 */
    DELETED_ACCOUNT_DAYS: wholeDays(30, 0).default(14),
    /** Days that a legal hold lasts. @default 365 */
    HOLD_DAYS: wholeDays(3650).default(365),
    /** Most mails about important changes of the rules that leave in a minute, for each brand. @default 30 */
    RULE_MAILS_PER_MINUTE: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'is no number of mails. Write a whole one from 1 to 9999')
      .transform(Number)
      .default(30),
    /** TURN servers of calls, separated by commas. @default none: calls are off */
    TURN_URLS: list
      .pipe(
        z.array(
          z.string().regex(TURN, 'is no list of TURN servers. Write such as turn:turn.example:3478?transport=udp'),
        ),
      )
      .default([]),
    /** `static-auth-secret` of the TURN servers. */
    TURN_SECRET: z.string().min(32, 'is too short. Make one: openssl rand -base64 32').optional(),
    /** Allows metrics requests with `Authorization: Bearer <token>`. @default none: metrics are for the loopback address only, without a proxy */
    METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{32,}$/, 'is too short, or no token. Make one: openssl rand -base64 32')
      .optional(),
    /** Proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas. @default none */
    TRUSTED_PROXIES: list
      .pipe(
        z.array(
          z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
            error: 'is no list of addresses or ranges. Write such as 10.0.0.0/8, fd00::/8',
          }),
        ),
      )
      .default([]),
  })
  .refine((env) => !env.DATABASE_URL || env.AUTH_SECRET, {
    path: ['AUTH_SECRET'],
    error: 'is missing, which DATABASE_URL needs. Make one for all nodes: openssl rand -base64 32',
    // Reported beside other invalid settings, too.
    when: () => true,
  })
  .refine((env) => !env.TURN_URLS?.length || env.TURN_SECRET, {
    path: ['TURN_SECRET'],
    error: 'is missing, which TURN_URLS needs. Give the static-auth-secret of those servers',
    when: () => true,
  })
  .refine((env) => !env.TURN_SECRET || env.TURN_URLS?.length, {
    path: ['TURN_URLS'],
    error: 'is missing, which TURN_SECRET is for. Write such as turn:turn.example:3478?transport=udp',
    when: () => true,
  })
  .transform(({ SITE, SITE_ROOT = join(SITE, 'dist'), DATA_DIR = join(SITE, '.data'), ...env }) => ({
    ...env,
    SITE_ROOT,
    DATA_DIR,
  }));

export type Env = z.output<typeof schema>;

/** @throws UserError that lists every wrong setting */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const { data, error } = schema.safeParse(set);
  if (data) return data;
  const lines = error.issues.map(({ path, message }) => `  ${path[0] as string} ${message}.`);
  throw new UserError(`The service does not start with these settings:\n${[...new Set(lines)].join('\n')}`);
}
