import { accessHandlers } from './access/access-handlers.ts';
import { decisionHandlers } from './decisions/decisions-handlers.ts';
import { heldHandlers } from './held/held-handlers.ts';
import type { ModerationHandlers } from './moderation-request.ts';
import { queueHandlers } from './queue/queue-handlers.ts';
import { roomsHandlers } from './rooms/rooms-handlers.ts';

/** The handlers of all requests of moderators. */
export const moderationHandlers: ModerationHandlers = {
  ...accessHandlers,
  ...queueHandlers,
  ...decisionHandlers,
  ...roomsHandlers,
  ...heldHandlers,
};
