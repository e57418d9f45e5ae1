import { describe, expect, test } from 'vitest';

import { actions, resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import type { Account } from '../../../src/contract/response-schemas.ts';
import { chatEntry } from '../../support/service/chat/chat-test-user.ts';
import { backdateAccount, databases, testService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';
import { changeIn, siteWithRuleChanges } from '../../support/site/dist-with-rule-changes.ts';

describe.each(databases)('on %s', (database) => {
  const site = siteWithRuleChanges();
  const service = testService(database, {}, () => site.folder);
  const enter = chatEntry();

  /** A person who registered 100 days ago. */
  async function joinEarlier() {
    const { visitor, person } = await service.addUser();
    await backdateAccount(service, 'amber', person.nickname, 100);
    return { visitor, person };
  }

  test('without the file there are no changes', async () => {
    const { visitor } = await joinEarlier();
    const account = (await visitor.get(resources.account)).json() as Account;
    expect(account).not.toHaveProperty('changes');
    expect(account).not.toHaveProperty('coming');
  });

  test('an account has the changes in force since its registration, and those of the next seven days', async () => {
    const { visitor } = await joinEarlier();
    const { visitor: newcomer } = await service.addUser();
    const [longAgo, lately, today, soon, later] = [-101, -5, 0, 7, 9].map((days) => changeIn(days));
    site.build({ changes: [longAgo!, lately!, today!, soon!, later!] });
    expect(await shownTo(visitor)).toEqual({ changes: ['rule--5', 'rule-0'], coming: ['rule-7'] });
    expect(await shownTo(newcomer)).toEqual({ changes: [], coming: ['rule-7'] });
    const { changes } = (await visitor.get(resources.account)).json() as Account;
    const { inForce, title, note } = lately!;
    expect(changes![0]).toEqual({ key: 'rules#rule--5@2', path: '/rules/changes#rule--5', inForce, title, note });
  });

  test('what was read is not shown again, in its version, on any host', async () => {
    const { visitor, person } = await joinEarlier();
    site.build({ changes: [changeIn(-5, { id: 'read' }), changeIn(-5, { id: 'unread' })] });
    const accept = () => visitor.post(actions.changes, { accepted: 'rules#read@2' });
    expect((await accept()).status).toBe(200);
    expect((await shownTo(visitor)).changes).toEqual(['unread']);
    const first = await acceptedAt(visitor);
    expect((await accept()).status).toBe(200);
    expect(await acceptedAt(visitor)).toEqual(first);
    const elsewhere = service.visitor('de.amber.example');
    await elsewhere.post(forms.login.action, { email: person.email, password: person.password });
    expect((await shownTo(elsewhere)).changes).toEqual(['unread']);
    site.build({ changes: [changeIn(-5, { id: 'read', version: 3 })] });
    expect((await shownTo(visitor)).changes).toEqual(['read']);
  });

  test('of many answers at once the first counts, and all are accepted', async () => {
    const { visitor } = await joinEarlier();
    site.build({ changes: [changeIn(-5, { id: 'one' }), changeIn(-5, { id: 'two' })] });
    const bodies = Array.from({ length: 30 }, (_, index) =>
      index % 2 ? { accepted: 'rules#one@2 rules#two@2' } : { accepted: 'rules#two@2', dismissed: 'rules#one@2' },
    );
    const replies = await Promise.all(bodies.map((body) => visitor.post(actions.changes, body)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await acceptedAt(visitor)).toHaveLength(2);
    expect(await shownTo(visitor)).toEqual({ changes: [], coming: [] });
  });

  test('a dismissed announcement returns as a change to read on its day', async () => {
    const { visitor } = await joinEarlier();
    site.build({ changes: [changeIn(3, { id: 'soon' })] });
    expect((await visitor.post(actions.changes, { dismissed: 'rules#soon@2' })).status).toBe(200);
    expect(await shownTo(visitor)).toEqual({ changes: [], coming: [] });
    site.build({ changes: [changeIn(0, { id: 'soon' })] });
    expect(await shownTo(visitor)).toEqual({ changes: ['soon'], coming: [] });
  });

  test('only changes that the account is shown can be accepted, by its own pages', async () => {
    const { visitor } = await joinEarlier();
    site.build({
      changes: [changeIn(-5, { id: 'shown' }), changeIn(3, { id: 'coming' }), changeIn(-200, { id: 'old' })],
    });
    const refused = [
      'rules#other@2',
      'rules#shown@1',
      'rules#shown@3',
      'rules#coming@2',
      'rules#old@2',
      'terms#shown@2',
    ];
    for (const version of [...refused, 'rules#shown@2 rules#other@2', ' ', "rules#shown@2'"])
      expect((await visitor.post(actions.changes, { accepted: version })).status, version).toBe(422);
    const accepted = { accepted: 'rules#shown@2' };
    expect((await visitor.post(actions.changes, accepted, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await service.visitor().post(actions.changes, accepted)).status).toBe(401);
    expect(await acceptedAt(visitor)).toEqual([]);
  });

  test('the download has what was accepted, and the rule that a report refers to; the deletion of the account removes it', async () => {
    const { visitor, person } = await joinEarlier();
    const { visitor: other } = await service.addUser();
    site.build({
      changes: [changeIn(-5, { id: 'limits', document: 'privacy_policy', version: 4 })],
      reasons: { minor: { rule: 'adults-only', version: 3, title: 'Adults only' } },
    });
    await visitor.post(actions.changes, { accepted: 'privacy_policy#limits@4' });
    const [anna, boris] = [await enter(visitor, 'en.lounge'), await enter(other, 'en.lounge')];
    for (const reason of ['minor', 'spam'] as const)
      await anna.ask('report', { room: 'en.lounge', person: boris.me.id, reason, note: '', shown: [] });
    const data = (await visitor.get(resources.data)).json() as {
      account: object;
      ruleChanges: object[];
      chat: { reports: object[] };
    };
    expect(data.account).toMatchObject({ host: 'amber.example', lang: 'en' });
    expect(data.ruleChanges).toEqual([
      {
        document: 'privacy_policy',
        id: 'limits',
        version: 4,
        mailedAt: null,
        dismissedAt: null,
        acceptedAt: expect.any(String) as string,
      },
    ]);
    expect(data.chat.reports).toMatchObject([
      { reason: 'minor', rule: 'rules#adults-only', ruleVersion: 3 },
      { reason: 'spam', rule: null, ruleVersion: null },
    ]);
    await visitor.post(forms.deletion.action, { password: person.password });
    const left = await service.brand('amber').db.selectFrom('changeNotice').select('userId').execute();
    expect(left.some(({ userId }) => userId === anna.me.id)).toBe(false);
  });
});

/** Ids of the changes that an account is shown. */
async function shownTo(visitor: Visitor): Promise<Record<'changes' | 'coming', string[]>> {
  const { changes = [], coming = [] } = (await visitor.get(resources.account)).json() as Account;
  const idsOf = (list: { key: string }[]): string[] => list.map(({ key }) => /#(.*)@/.exec(key)![1]!);
  return { changes: idsOf(changes), coming: idsOf(coming) };
}

/** Times of acceptance in the download of an account. */
async function acceptedAt(visitor: Visitor): Promise<unknown[]> {
  const { ruleChanges } = (await visitor.get(resources.data)).json() as { ruleChanges: { acceptedAt: string }[] };
  return ruleChanges.map(({ acceptedAt: at }) => at);
}
