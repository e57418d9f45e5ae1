import { accessHandlers } from './access/handlers.ts';
import { decisionHandlers } from './decisions/handlers.ts';
import { heldHandlers } from './held/handlers.ts';
import type { ModerationHandlers } from './moderation-request.ts';
import { queueHandlers } from './queue/handlers.ts';
import { roomsHandlers } from './rooms/handlers.ts';

/** The handlers of all requests of moderators. */
export const moderationHandlers: ModerationHandlers = {
  ...accessHandlers,
  ...queueHandlers,
  ...decisionHandlers,
  ...roomsHandlers,
  ...heldHandlers,
};
