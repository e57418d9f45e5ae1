import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';
import { keyedHash } from '../../../src/service/auth/tokens.ts';
import { createMailRound, startChangeMails } from '../../../src/service/rule-changes/change-mails.ts';
import { CHANGE_MAILS } from '../../../src/service/rule-changes/queue-letters.ts';
import { ruleChangesReader } from '../../../src/service/rule-changes/rule-changes-reader.ts';
import { wordsOf } from '../../support/dist.ts';
import { AUTH_SECRET, backdateAccount, databases, testService } from '../../support/service/test-service.ts';
import { changeIn, dayIn, siteWithRuleChanges } from '../../support/site/dist-with-rule-changes.ts';

const fail = (error: unknown): never => {
  throw error;
};
const important = (days: number, id: string) => changeIn(days, { id, important: true });

describe.each(databases)('the mails of a running service on %s', (database) => {
  const site = siteWithRuleChanges();
  const service = testService(database, { RULE_MAILS_PER_MINUTE: '6000' }, () => site.folder);

  test('an account gets a mail about the important changes of a build, in its language, from its host', async () => {
    const { visitor, person } = await service.join({}, 'ru.amber.example');
    await backdateAccount(service, 'amber', person.nickname, 100);
    const { person: newcomer } = await service.join();
    site.build({
      changes: [
        changeIn(-5, { id: 'quiet' }),
        important(20, 'age'),
        { ...important(25, 'data'), document: 'privacy_policy', note: 'Less <b>data</b> & more.' },
        { ...important(-31, 'old'), day: dayIn(-40) },
      ],
    });
    const mail = await service.sink.mailTo(person.email);
    const word = (part: string): string => wordsOf('ru')(`mail.rules.${part}`, { host: 'ru.amber.example' });
    expect(mail.subject).toBe(word('subject'));
    for (const seen of [mail.subject!, mail.from!.name]) expect(seen).not.toMatch(/amber|chat|чат|18/i);
    expect(mail.from?.address).toBe('hello@amber.example');
    for (const part of ['text', 'button', 'note']) expect(mail.text).toContain(word(part));
    for (const text of ['Title of age', 'Note of age.', 'Title of data']) {
      expect(mail.text).toContain(text);
      expect(mail.html).toContain(text);
    }
    expect(mail.text).toContain('Less <b>data</b> & more.');
    expect(mail.html).toContain('Less &lt;b>data&lt;/b> &amp; more.');
    for (const id of ['quiet', 'old']) expect(mail.text).not.toContain(`Title of ${id}`);
    expect(mail.text).toContain('\nhttps://ru.amber.example/rules/changes\n');
    expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');

    // Older than accounts that tests have joined, which are two hours old: shortly after midnight they began yesterday.
    site.build({ changes: [important(20, 'age'), important(26, 'later')] });
    const second = await service.sink.mailTo(person.email);
    expect(second.text).toContain('Title of later');
    expect(second.text).not.toContain('Title of age');
    expect(second.text).toContain('\nhttps://ru.amber.example/rules/changes#later\n');
    const toNewcomer = service.sink.mails.filter(({ to }) => to![0]!.address === newcomer.email);
    expect(toNewcomer).not.toEqual([]);
    for (const { text } of toNewcomer) expect(text).not.toContain('Title of');
    const { ruleChanges } = (await visitor.get(resources.data)).json() as { ruleChanges: object[] };
    expect(ruleChanges).toMatchObject(
      ['data', 'age', 'later'].map((id) => ({ id, mailedAt: expect.any(String) as string, acceptedAt: null })),
    );
  });
});

describe.each(databases)('the queue on %s', (database) => {
  const site = siteWithRuleChanges();
  // The service itself reads a site without changes: a test takes each step.
  const unchanged = siteWithRuleChanges({});
  const service = testService(database, { AUTH_SECRET }, () => unchanged.folder);
  const keyed = (...parts: string[]): string => keyedHash(AUTH_SECRET, ...parts);
  const db = () => service.brand('amber').db;
  const round = (mailsPerMinute = 6000, reader = ruleChangesReader(site.folder, fail)) =>
    createMailRound(service.brand('amber'), { ruleChanges: reader, keyed, mailsPerMinute });
  /** Recipients of mails about changes. The worker of the service delivers them, too. */
  const recipients = async (): Promise<string[]> => {
    const rows = await db()
      .selectFrom('changeNotice')
      .innerJoin('user', 'user.id', 'userId')
      .select('email')
      .where('mailedAt', 'is not', null)
      .orderBy('email')
      .execute();
    return rows.map(({ email }) => email);
  };
  beforeEach(async () => {
    await db().deleteFrom('user').execute();
    await db().deleteFrom('outbox').execute();
    await db().deleteFrom('attempts').execute();
    service.sink.mails.length = 0;
  });
  afterAll(() => db().deleteFrom('outbox').execute());

  /** Stores accounts of 100 days. */
  const addAccounts = (count: number, prefix = 'crowd') =>
    sql`insert into ${sql.id('brand_amber', 'user')}
      ("id", "name", "nicknameKey", "email", "emailVerified", "adultConfirmedAt", "rulesAcceptedAt", "createdAt", "updatedAt", "host", "lang")
      select ${prefix} || number, ${prefix} || number, ${prefix} || number, ${prefix} || number || '@mail.example', true, at, at, at, at,
        'amber.example', 'de'
      from generate_series(1, ${sql.lit(count)}) as number, (select now() - interval '100 days' as at) as time`.execute(
      db(),
    );

  async function runToEnd(step: () => Promise<'more' | 'wait'>): Promise<number> {
    let steps = 1;
    while ((await step()) === 'more') steps += 1;
    return steps;
  }

  test('several nodes and a node that starts again send one mail to each account', async () => {
    await addAccounts(60);
    site.build({ changes: [important(20, 'age')] });
    const nodes = [round(), round(), round()];
    await nodes[0]!();
    const restarted = round();
    await Promise.all([...nodes, restarted].map(runToEnd));
    expect(await recipients()).toHaveLength(60);
    await expect.poll(() => service.sink.mails.length).toBe(60);
    expect(new Set(service.sink.mails.map(({ to }) => to![0]!.address)).size).toBe(60);
    expect(await runToEnd(round())).toBeLessThanOrEqual(2);
    expect(await recipients()).toHaveLength(60);
  });

  test('no more mails leave than the rate allows, on all nodes together', async () => {
    await addAccounts(60);
    site.build({ changes: [important(20, 'age')] });
    const [one, other] = [round(60), round(60)];
    /** Sets the time of the last mail. In the future, time gives no room for mails. */
    const lastMail = (when: string) =>
      db()
        .updateTable('attempts')
        .set({ at: sql`now() + ${when}::interval` })
        .where('key', '=', CHANGE_MAILS)
        .execute();
    // A burst is what ten seconds allow.
    await db()
      .insertInto('attempts')
      .values({ key: CHANGE_MAILS, level: 0, at: new Date(Date.now() + 3_600_000) })
      .execute();
    expect(await one()).toBe('wait');
    expect(await other()).toBe('wait');
    expect(await recipients()).toEqual([]);
    await lastMail('-10 seconds');
    await one();
    await lastMail('1 hour');
    await other();
    expect(await recipients()).toHaveLength(10);
    await lastMail('-1 hour');
    await other();
    await lastMail('1 hour');
    await one();
    expect(await recipients()).toHaveLength(20);
  });

  test('mails wait in the accounts, not in the outbox, while the mail server is away', async () => {
    await addAccounts(70);
    site.build({ changes: [important(20, 'age')] });
    await db()
      .insertInto('outbox')
      .values(
        Array.from({ length: 60 }, () => ({
          kind: 'rules' as const,
          recipient: 'away@mail.example',
          lang: 'en',
          host: 'amber.example',
          link: 'https://amber.example/',
          dueAt: new Date(Date.now() + 3_600_000),
        })),
      )
      .execute();
    expect(await round(1)()).toBe('wait');
    expect(await recipients()).toEqual([]);
  });

  test('accounts that have accepted a change, or are younger, get no mail', async () => {
    await addAccounts(2);
    await addAccounts(1, 'young');
    const change = { ...important(-1, 'age'), day: dayIn(-10) };
    site.build({ changes: [change] });
    await db().updateTable('user').set({ createdAt: new Date() }).where('id', '=', 'young1').execute();
    await db()
      .insertInto('changeNotice')
      .values({ userId: 'crowd1', document: 'rules', block: 'age', version: 2, acceptedAt: new Date() })
      .execute();
    await runToEnd(round());
    expect(await recipients()).toEqual(['crowd2@mail.example']);
  });

  test('1,000 accounts are queued in short steps, between which people are served', async () => {
    const { visitor } = await service.join();
    await addAccounts(1000);
    // Nothing is delivered: the test is about the queue.
    await sql`alter table ${sql.id('brand_amber', 'outbox')} alter "dueAt" set default 'infinity'`.execute(db());
    site.build({ changes: [important(20, 'age')] });
    const errors: unknown[] = [];
    const deps = { ruleChanges: ruleChangesReader(site.folder, fail), keyed, mailsPerMinute: 30_000 };
    const queue = startChangeMails([service.brand('amber')], deps, (error) => errors.push(error));
    let served = 0;
    const queued = async (): Promise<number> => {
      const { count } = await db()
        .selectFrom('changeNotice')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    while ((await queued()) < 1000) {
      expect((await visitor.get(resources.account)).status).toBe(200);
      served += 1;
    }
    await queue.stop();
    expect(errors).toEqual([]);
    expect(served).toBeGreaterThan(10);
    const mails = await db().selectFrom('outbox').select('recipient').where('kind', '=', 'rules').distinct().execute();
    expect(mails).toHaveLength(1000);
    await sql`alter table ${sql.id('brand_amber', 'outbox')} alter "dueAt" set default now()`.execute(db());
  });
});
