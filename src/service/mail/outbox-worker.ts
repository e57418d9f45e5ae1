import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import type { Logger } from 'pino';

import type { Secrets } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/brands.ts';
import type { MailKind } from '../database/account-tables.ts';
import { errorCode } from '../database/error-code.ts';
import { compose, type OutgoingMail } from './compose.ts';
import { openLink, SEALED } from './enqueue-mail.ts';
import type { MailTransport } from './transport.ts';

/** Mails on their way at once. */
const LANES = 4;
const PAUSE_MS = 200;
/** Time that mails on their way have when the service stops. */
const STOP_MS = 10_000;

/** Delivers what the outboxes hold, until it is stopped. */
export function startOutboxWorker(
  brands: ServiceBrand[],
  transport: MailTransport,
  secrets: Secrets,
  log: Logger,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const found = underWay.size < LANES && (await claimAny(brands, log));
      if (found) {
        const delivered = deliver(found.mail, found.brand, transport, secrets, log)
          .catch((error: unknown) => log.error({ code: errorCode(error as Error) }, 'mail not noted as sent'))
          .finally(() => underWay.delete(delivered));
        underWay.add(delivered);
      } else await sleep(PAUSE_MS, undefined, stopping).catch(() => undefined);
    }
    await Promise.all(underWay);
  })();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.race([running, sleep(STOP_MS, undefined, { ref: false })]);
    transport.close();
  };
  let stopped: Promise<void> | undefined;
  // Draining stops it before closing does: both wait the same ten seconds.
  return { stop: () => (stopped ??= stop()) };
}

/** A mail that is due. Brands take turns. */
async function claimAny(
  brands: ServiceBrand[],
  log: Logger,
): Promise<{ mail: OutgoingMail; brand: ServiceBrand } | undefined> {
  for (const brand of brands.slice()) {
    brands.push(brands.shift()!);
    try {
      const mail = await claim(brand);
      if (mail) return { mail, brand };
    } catch (error) {
      // The database is away. Whatever was claimed comes up again when its time is over.
      log.warn({ code: errorCode(error as Error) }, 'the outbox cannot be read');
    }
  }
  return undefined;
}

/** Takes a mail that is due for so long that no other node takes it while its delivery may still be under way. */
const claim = ({ db }: ServiceBrand): Promise<OutgoingMail | undefined> =>
  db
    .updateTable('outbox')
    .set({ dueAt: sql`now() + interval '15 minutes'`, attempts: sql`attempts + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('dueAt', '<=', sql<Date>`now()`)
        .orderBy('dueAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

async function deliver(
  mail: OutgoingMail,
  brand: ServiceBrand,
  transport: MailTransport,
  secrets: Secrets,
  log: Logger,
): Promise<void> {
  const { id, kind, attempts } = mail;
  try {
    await transport.send(compose({ ...mail, link: openLink(mail.link, secrets) }, brand));
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    // A server that refuses its greeting or a password refuses us, not this mail.
    const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
    const isFinal = isRefused || Date.now() - mail.createdAt.getTime() > lifeMs[kind];
    log.warn({ mail: id, kind, attempts, code, responseCode, isFinal, remedy: remedies[code ?? ''] }, 'mail refused');
    await (isFinal ? remove(brand, id) : postpone(brand, id, attempts));
    return;
  }
  log.info({ mail: id, kind, attempts }, 'mail sent');
  await remove(brand, id);
}

const remedies: Record<string, string | undefined> = {
  ETLS: 'MAIL_URL leads to a server without STARTTLS; use smtps:// or a server with it',
  [SEALED]: 'the link was sealed with another secret; add it to AUTH_SECRET_PREVIOUS',
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a mail is of use. */
const lifeMs: Record<MailKind, number> = {
  confirm: DAY_MS,
  known: DAY_MS,
  restore: HOUR_MS,
  changed: DAY_MS,
  deleted: DAY_MS,
  newDevice: DAY_MS,
  newPasskey: DAY_MS,
  oldAddress: DAY_MS,
  newAddress: DAY_MS,
};

/** One second, two, four, up to an hour. */
const postpone = ({ db }: ServiceBrand, id: string, attempts: number) =>
  db
    .updateTable('outbox')
    .set({ dueAt: sql`now() + make_interval(secs => ${Math.min(2 ** (attempts - 1), 3600)})` })
    .where('id', '=', id)
    .execute();

/** A mail that has left must not stay: it is removed even if the database is away for a while. */
async function remove({ db }: ServiceBrand, id: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.deleteFrom('outbox').where('id', '=', id).execute();
      return;
    } catch (error) {
      if (tries === REMOVAL_TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Five minutes' worth. */
const REMOVAL_TRIES = 1500;
