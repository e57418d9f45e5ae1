import type { Decide } from '../../../contract/moderation/protocol.ts';
import type { ShownMessage } from '../../database/tables/chat-tables.ts';
import type { Db } from '../../database/tables/tables.ts';
import { ModerationRefusal } from '../moderation-request.ts';

/** A report of a case with the messages that the reporter saw. */
export interface CaseEvidence {
  report: string;
  room: string | null;
  shown: ShownMessage[];
}

/** Reads the reports of a case, and locks them: no report joins a case while it is decided. */
export const evidenceOf = (transaction: Db, id: string): Promise<CaseEvidence[]> =>
  transaction
    .selectFrom('report')
    .select(['id as report', 'room', 'shown'])
    .where('case', '=', id)
    .forUpdate()
    .execute();

/**
 * The messages of a person that a decision names, each once.
 * @throws ModerationRefusal `body` for a message that is not in the evidence, or is another person's
 */
export function namedMessages(
  evidence: CaseEvidence[],
  person: string,
  named: NonNullable<Decide['messages']>,
): { room: string; seq: number }[] {
  const found = named.map(({ report, seq }) => {
    const { room, shown } = evidence.find((one) => one.report === report) ?? {};
    if (!room || !shown?.some((message) => message.seq === seq && message.sender === person))
      throw new ModerationRefusal('body');
    return { room, seq };
  });
  return [...new Map(found.map((message) => [`${message.room} ${message.seq}`, message])).values()];
}
