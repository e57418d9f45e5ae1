import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { actions, resources } from '../../../../src/contract/api-paths.ts';
import type { Person } from '../../../../src/contract/chat/person.ts';
import type { Decide, DecisionEntry } from '../../../../src/contract/moderation/protocol.ts';
import type { ReportReason } from '../../../../src/contract/moderation/report-reasons.ts';
import type { Statement } from '../../../../src/contract/moderation/statement.ts';
import type { Account } from '../../../../src/contract/response-schemas.ts';
import { RULE_CHANGES, type RuleChangeList, type RuleChangesFile } from '../../../../src/output/rule-changes.ts';
import { keyedHash } from '../../../../src/service/auth/tokens.ts';
import type { ServiceBrand } from '../../../../src/service/brands/open-brands.ts';
import { banForFlood } from '../../../../src/service/chat/moderation/ban-for-flood.ts';
import { summarizeReports } from '../../../../src/service/chat/moderation/summarize-reports.ts';
import { dist } from '../../dist.ts';
import type { TestUser } from '../chat/chat-test-user.ts';
import type { Visitor } from '../visitor.ts';
import type { TestModerator } from './moderator.ts';

const built = JSON.parse(readFileSync(`${dist}/${RULE_CHANGES}`, 'utf8')) as RuleChangesFile;

/** The rules of the built site in an edition, as `<host>/<lang>`. */
export const rulesIn = (edition: string): RuleChangeList => built.lists[built.editions[edition]!]!;

/** Id, version and English title of the rule against spam in the built site. */
export const spamRule = rulesIn('amber.example/en').reasons.spam!;

/** Act, facts and rule of a decision; tests replace what they are about. */
export const decisionWith = (facts: Partial<Decide> & Pick<Decide, 'act'>): Decide => ({
  facts: 'Three links to the same page in a minute.',
  rule: spamRule.rule,
  ...facts,
});

/**
 * Stores a case with a report about a person: the messages of a room that the reporter saw. In a transaction, as the service does: its
 * retention purges cases without a report.
 */
export async function addCase(
  { db }: ServiceBrand,
  reporter: Person | undefined,
  { id: reported }: Person,
  seen: { room: string; messages?: { seq: number; sender: string; text: string }[] } = { room: 'en.lounge' },
): Promise<{ case: string; report: string }> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('moderationCase')
      .values({ person: reported })
      .returning('id')
      .executeTakeFirstOrThrow();
    const report = await transaction
      .insertInto('report')
      .values({
        reporter: reporter?.id ?? null,
        reported,
        room: seen.room,
        reason: 'spam',
        note: '',
        rule: `rules#${spamRule.rule}`,
        ruleVersion: spamRule.version,
        shown: JSON.stringify(seen.messages ?? []),
        case: id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await summarizeReports(transaction, id);
    return { case: id, report: report.id };
  });
}

/** Stores a case of a form report that names nobody. */
export async function addFormCase({ db }: ServiceBrand, reason: ReportReason): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('moderationCase')
      .values({ person: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const form = { source: 'form' as const, reporter: null, reported: null, room: null, place: 'The lounge' };
    await transaction
      .insertInto('report')
      .values({ ...form, case: id, reason, note: 'As it says.', shown: '[]' })
      .execute();
    await summarizeReports(transaction, id);
    return id;
  });
}

/** Sends a request of a moderator that must succeed. */
export const ok: <Name extends Parameters<TestModerator['request']>[0]>(
  moderator: TestModerator,
  name: Name,
  body: Parameters<typeof moderator.request<Name>>[1],
) => Promise<Extract<Awaited<ReturnType<typeof moderator.request<Name>>>, { ok: unknown }>['ok']> = async (
  moderator,
  name,
  body,
) => {
  let response = await moderator.request(name, body);
  // The database is busy: moderators ask again.
  for (let pauseMs = 250; 'error' in response && response.error === 'tooMany' && pauseMs < 10_000; pauseMs *= 2) {
    await new Promise((done) => setTimeout(done, pauseMs));
    response = await moderator.request(name, body);
  }
  expect(response, name).toHaveProperty('ok');
  return (response as { ok: never }).ok;
};

/** Opens a case about a person on the moderator's own initiative and decides it. @returns id of the decision */
export async function decideAbout(
  moderator: TestModerator,
  { name }: Pick<Person, 'name'>,
  decision: Decide,
): Promise<string> {
  const { case: id } = await ok(moderator, 'openCase', { nickname: name });
  return (await ok(moderator, 'decide', { case: id, ...decision })).decision;
}

/** The statements on the account page of a visitor. */
export const statementsOf = async (visitor: Visitor, lang = 'en'): Promise<Statement[]> =>
  ((await visitor.get(`${resources.account}?lang=${lang}`)).json() as Account).decisions ?? [];

export const sendAppeal = (visitor: Visitor, decision: string, text: string, headers: Record<string, string> = {}) =>
  visitor.post(actions.appeal, { decision, text }, headers);

/** A decision in the list of a moderator. */
export async function entryOf(moderator: TestModerator, decision: string): Promise<DecisionEntry | undefined> {
  return (await ok(moderator, 'done', {})).entries.find(({ id }) => id === decision);
}

/** Bans a user as the limits do. */
export const floodBan = ({ me }: Pick<TestUser, 'me'>, brand: ServiceBrand): Promise<void> =>
  banForFlood({
    ...me,
    brand,
    edition: brand.editions[0],
    origin: `https://${brand.editions[0]!.host}`,
    keyed: (...parts) => keyedHash(brand.auth.options.secret!, ...parts),
    ruleChanges: () => rulesIn('amber.example/en'),
  } as Parameters<typeof banForFlood>[0]);
