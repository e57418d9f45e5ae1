import type { ModerationHandlers } from '../moderation-request.ts';
import { readLog } from './audit-log.ts';
import { readMe } from './me.ts';
import { passkeyHandlers } from './passkey-factor.ts';
import { totpHandlers } from './totp.ts';

/** The moderator, the second factor and the audit log. */
export const accessHandlers = {
  me: (_, request) => readMe(request),
  ...totpHandlers,
  ...passkeyHandlers,
  log: ({ before }, { context }) => readLog(context.brand, before),
} satisfies Partial<ModerationHandlers>;
