import { langOfRoom } from '../../../contract/chat/public-room.ts';
import type { ModerationHandlers } from '../moderation-request.ts';
import { refuseMessage, releaseMessage } from './decide-held-message.ts';

/** Most messages in a list. */
const PAGE = 50;

/** Messages that word lists hold back. */
export const heldHandlers = {
  heldMessages: async (_body, { context, moderator }) => {
    const rows = await context.brand.db
      .selectFrom('heldMessage')
      .select(['id', 'room', 'text', 'words', 'dueAt'])
      .where('decidedAt', 'is', null)
      .where('sender', '<>', moderator.id)
      .orderBy('heldAt')
      .limit(PAGE)
      .execute();
    return {
      messages: rows.map(({ dueAt, ...row }) => ({
        ...row,
        lang: langOfRoom(row.room),
        dueAt: dueAt.getTime(),
      })),
    };
  },
  releaseMessage,
  refuseMessage,
} satisfies Partial<ModerationHandlers>;
