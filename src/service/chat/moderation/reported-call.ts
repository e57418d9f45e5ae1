import { sql } from 'kysely';

import { REPORT_CALL_MS } from '../../../contract/chat/call-protocol.ts';
import type { CaseReport } from '../../../contract/moderation/protocol.ts';
import type { Db } from '../../database/tables/tables.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';

/**
 * Facts of a call of two people that lasts, or ended in the last 24 hours: of a call that lasts, its length so far. Nothing of a call
 * is recorded.
 * @param room a room of the reporter
 * @param person the reported person
 * @throws ChatRefusal `gone` for any other call
 */
export async function reportedCall(
  db: Db,
  { id: room, one, two }: { id: string; one: string | null; two: string | null },
  person: string,
  call: string,
): Promise<NonNullable<CaseReport['call']>> {
  if (person !== one && person !== two) throw new ChatRefusal('gone');
  const live = await db
    .selectFrom('call')
    .select(['caller', 'video', 'startedAt', 'answeredAt'])
    .select(sql<number | null>`floor(extract(epoch from now() - "answeredAt"))::int`.as('seconds'))
    .where('id', '=', call)
    .where('room', '=', room)
    .executeTakeFirst();
  if (live) {
    const { caller, video, seconds } = live;
    return { byReported: caller === person, video, startedAt: (live.answeredAt ?? live.startedAt).getTime(), seconds };
  }
  const recordIn = (table: 'message' | 'keptMessage') =>
    db
      .selectFrom(table)
      .select(['call', 'sender', 'sentAt'])
      .where('room', '=', room)
      .where('clientId', '=', call)
      .where('call', 'is not', null)
      .where('sentAt', '>', sql<Date>`now() - make_interval(secs => ${REPORT_CALL_MS / 1000})`);
  const ended = await recordIn('message').unionAll(recordIn('keptMessage')).executeTakeFirst();
  if (!ended?.call) throw new ChatRefusal('gone');
  const { video, seconds, end } = ended.call;
  const startedAt = ended.sentAt.getTime() - seconds * 1000;
  return { byReported: ended.sender === person, video, startedAt, seconds: end === 'answered' ? seconds : null };
}
