import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { keyedHash } from '../../../src/service/auth/tokens.ts';
import type { MailKind } from '../../../src/service/database/tables/account-tables.ts';
import { encrypt } from '../../../src/service/mail/encrypt.ts';
import { enqueueOutcomeMails, REPORT_ADDRESS_KEY } from '../../../src/service/moderation/decisions/outcome-mails.ts';
import type { RequestContext } from '../../../src/service/request/request-context.ts';
import { editions } from '../../support/configured-site.ts';
import { testWith } from '../../support/programs.ts';
import { AUTH_SECRET, newPerson, testService } from '../../support/service/test-service.ts';

/** Causes a mail of a kind to an address, as a stranger does, from another network each time. */
type Attack = (email: string, number: number) => Promise<unknown>;

const HOURS = 24;
const ATTEMPTS_IN_AN_HOUR = 3;

/** `mailOfDay`: ten at once, and one in 2.4 hours. */
const DAY_MAX = 10 + HOURS / 2.4;

describe('of all kinds of mail', () => {
  const service = testService('PostgreSQL');
  const edition = editions.find(({ host }) => host === 'amber.example')!;
  const brand = () => service.brand(edition.brand.id);
  const context = (): RequestContext =>
    ({
      brand: brand(),
      edition,
      origin: `https://${edition.host}`,
      keyed: (...parts: string[]) => keyedHash(AUTH_SECRET, ...parts),
      keyedAll: (...parts: string[]) => [keyedHash(AUTH_SECRET, ...parts)],
    }) as RequestContext;

  const register: Attack = (email, number) =>
    number ? service.visitor().post(forms.correctAddress.action, { email }) : service.register(newPerson({ email }));
  const reportAs: Attack = (email, number) =>
    service
      .visitor()
      .post(forms.report.action, { reason: 'spam', place: 'Lounge', note: `Number ${number}`, email, goodFaith: 'on' });
  const decide: Attack = async (email) => {
    const { db } = brand();
    const { id } = await db
      .insertInto('moderationCase')
      .values({ person: null, reports: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('report')
      .values({
        source: 'form',
        reporter: null,
        reported: null,
        room: null,
        reason: 'spam',
        note: '',
        shown: '[]',
        case: id,
        email: encrypt(`token ${email}`, keyedHash(AUTH_SECRET, REPORT_ADDRESS_KEY)),
      })
      .execute();
    await db.transaction().execute((transaction) => enqueueOutcomeMails(transaction, context(), id, false));
  };
  const takeAddress: Attack = async (email, number) => {
    const { visitor, person } = await service.addUser();
    return visitor.post(forms.newAddress.action, { email, password: person.password, number: String(number) });
  };
  const owned = async (): Promise<string> => (await service.addUser()).person.email;
  const foreign = (): Promise<string> => Promise.resolve(newPerson().email);

  /** What a stranger does to have mails of a kind sent to an address, or why only its owner, moderators or operators can. */
  const causes = {
    confirm: [foreign, register],
    known: [owned, (email) => service.visitor().post(forms.correctAddress.action, { email })],
    restore: [owned, (email) => service.visitor().post(forms.restore.action, { email })],
    newAddress: [foreign, takeAddress],
    receipt: [foreign, reportAs],
    outcome: [foreign, decide],
    changed: 'needs the password or a link from a mail',
    deleted: 'needs the password, and comes once',
    newDevice: 'needs the password',
    newPasskey: 'needs a session and the password',
    oldAddress: 'needs a session and the password',
    rules: 'comes once for each change of the rules',
    decision: 'needs a moderator',
    decisionUndone: 'needs a moderator',
    appealAnswered: 'needs a moderator',
  } satisfies Record<MailKind, [recipient: () => Promise<string>, Attack] | string> as Record<
    MailKind,
    [recipient: () => Promise<string>, Attack] | string
  >;

  testWith('postgres')('strangers cause some in a day to one address, and no more than the limit', async () => {
    const { db } = brand();
    const attacks = await Promise.all(
      Object.entries(causes).flatMap(([kind, cause]) =>
        typeof cause === 'string' ? [] : [cause[0]().then((email) => ({ kind, email, attack: cause[1] }))],
      ),
    );
    for (let hour = 0; hour < HOURS; hour += 1) {
      for (let attempt = 0; attempt < ATTEMPTS_IN_AN_HOUR; attempt += 1)
        await Promise.all(attacks.map(({ email, attack }) => attack(email, hour * ATTEMPTS_IN_AN_HOUR + attempt)));
      for (const table of ['attempts', 'submission'] as const)
        await db
          .updateTable(table)
          .set({ at: sql<Date>`at - interval '1 hour'` })
          .execute();
    }
    const emails = attacks.map(({ email }) => email);
    const waiting = () => db.selectFrom('outbox').select('recipient').where('recipient', 'in', emails).execute();
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    const counts = attacks.map(({ kind, email }) => ({
      kind,
      mails: service.sink.mails.filter(({ to }) => to?.[0]?.address === email).length,
    }));
    expect(counts.filter(({ mails }) => mails < 4 || mails > DAY_MAX)).toEqual([]);
  });
});
