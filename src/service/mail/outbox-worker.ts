import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import type { Logger } from 'pino';

import type { Secrets } from '../auth/tokens.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import { now } from '../database/database-now.ts';
import { errorCode } from '../database/error-code.ts';
import type { MailKind } from '../database/tables/account-tables.ts';
import { compose, type OutgoingMail } from './compose.ts';
import { openLink, SEALED } from './enqueue-mail.ts';
import type { MailTransport } from './transport.ts';

/** A mail to deliver, with its age when it was claimed. */
type ClaimedMail = OutgoingMail & { ageMs: number };

/** Concurrent deliveries. */
const LANES = 4;
const PAUSE_MS = 200;
/** Time for deliveries in progress when the service stops. */
const STOP_MS = 10_000;

/** Sends the mails of all outboxes until it is stopped. */
export function startOutboxWorker(
  brands: readonly ServiceBrand[],
  transport: MailTransport,
  secrets: Secrets,
  log: Logger,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const turns = [...brands];
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const found = underWay.size < LANES && (await claimAny(turns, log));
      if (found) {
        const delivered = deliver(found.mail, found.brand, transport, secrets, log)
          .catch((error: unknown) =>
            log.error({ code: errorCode(error as Error) }, 'sent mail not removed from the outbox'),
          )
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
  // Draining and closing both stop the worker, and wait for the same ten seconds.
  return { stop: () => (stopped ??= stop()) };
}

/** Claims a due mail. Brands take turns: each moves to the end of the list. */
async function claimAny(
  turns: ServiceBrand[],
  log: Logger,
): Promise<{ mail: ClaimedMail; brand: ServiceBrand } | undefined> {
  for (const brand of turns.slice()) {
    turns.shift();
    turns.push(brand);
    try {
      const mail = await claim(brand);
      if (mail) return { mail, brand };
    } catch (error) {
      // The database is unreachable. A claimed mail becomes due again after its claim expires.
      log.warn({ code: errorCode(error as Error) }, 'the outbox cannot be read');
    }
  }
  return undefined;
}

/** Claims a due mail for 15 minutes: longer than a delivery takes, so that no other node sends it, too. */
const claim = ({ db }: ServiceBrand): Promise<ClaimedMail | undefined> =>
  db
    .updateTable('outbox')
    .set({ dueAt: sql`now() + interval '15 minutes'`, attempts: sql`attempts + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .returning(sql<number>`extract(epoch from now() - "createdAt")::float * 1000`.as('ageMs'))
    .executeTakeFirst();

async function deliver(
  mail: ClaimedMail,
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
    // An error at greeting or login concerns the service, not this mail.
    const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
    const isFinal = isRefused || mail.ageMs > lifetimeOf(kind);
    log.warn({ mail: id, kind, attempts, code, responseCode, isFinal, hint: hints[code ?? ''] }, 'mail refused');
    await (isFinal ? remove(brand, id) : postpone(brand, id, attempts));
    return;
  }
  log.info({ mail: id, kind, attempts }, 'mail sent');
  await remove(brand, id);
}

const hints: Record<string, string | undefined> = {
  ETLS: 'the server of MAIL_URL has no STARTTLS; use smtps:// or another server',
  [SEALED]: 'the link was encrypted with another secret; add that secret to AUTH_SECRET_PREVIOUS',
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds after which a mail is useless. */
const lifetimeOf = (kind: MailKind): number => (kind === 'restore' ? HOUR_MS : DAY_MS);

/** Waits 1 s, 2 s, 4 s, up to an hour. */
const postpone = ({ db }: ServiceBrand, id: string, attempts: number) =>
  db
    .updateTable('outbox')
    .set({ dueAt: sql`now() + make_interval(secs => ${Math.min(2 ** (attempts - 1), 3600)})` })
    .where('id', '=', id)
    .execute();

/** Removes a sent mail; retries while the database is unreachable, so that it is not sent twice. */
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

/** Five minutes of retries. */
const REMOVAL_TRIES = 1500;
