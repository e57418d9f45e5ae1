import { readLog } from './access/audit-log.ts';
import { readMe } from './access/me.ts';
import { passkeyHandlers } from './access/passkey-factor.ts';
import { totpHandlers } from './access/totp.ts';
import { decisionHandlers } from './decisions/decisions-handlers.ts';
import { heldHandlers } from './held/held-handlers.ts';
import type { ModerationHandlers } from './moderation-request.ts';
import { queueHandlers } from './queue/queue-handlers.ts';
import { roomsHandlers } from './rooms/rooms-handlers.ts';

/** The handlers of all requests of moderators. */
export const moderationHandlers: ModerationHandlers = {
  me: (_, request) => readMe(request),
  ...totpHandlers,
  ...passkeyHandlers,
  log: ({ before }, { context }) => readLog(context.brand, before),
  ...queueHandlers,
  ...decisionHandlers,
  ...roomsHandlers,
  ...heldHandlers,
};
