import { z } from 'zod';

import { CREDENTIAL_MAX, password } from '../form-schemas.ts';
import { boundedString, typedText } from '../typed-text/bounded-string.ts';
import {
  ACTS,
  ESCALATIONS,
  FACTS_MAX,
  FOR_GOOD,
  HOURS_MAX,
  type ModerationBody,
  type ModerationRequestName,
  REPORTS_MAX,
} from './protocol.ts';
import { REPORT_REASONS } from './report-reasons.ts';

const nothing = z.strictObject({});
const id = z.uuid().max(36, { abort: true }).toLowerCase();
const ofCase = { case: id };
const before = z.int().nonnegative().max(FOR_GOOD).optional();
const hours = z.int().min(1).max(HOURS_MAX).nullable();
const rule = boundedString(64).regex(/^[\w-]+$/);
const roomId = boundedString(64).regex(/^(?:[\w.-]+|\*)$/);
// PostgreSQL cannot store NUL characters.
const nickname = boundedString(200)
  .min(1)
  .refine((name) => !name.includes('\0'));

/** Schemas of the requests of moderators, by name. */
export const moderationSchemas: { [Name in ModerationRequestName]: z.ZodType<ModerationBody<Name>, unknown> } = {
  me: nothing,
  enrol: z.strictObject({ password }),
  verify: z.strictObject({ code: boundedString(6).regex(/^\d{6}$/) }),
  passkeyOptions: nothing,
  verifyPasskey: z.strictObject({ credential: boundedString(CREDENTIAL_MAX) }),
  queue: z.strictObject({
    list: z.enum(['open', 'escalated']),
    page: z.int().min(0).max(10_000).optional(),
    oldestFirst: z.literal(true).optional(),
    reason: z.enum(REPORT_REASONS).optional(),
    lang: boundedString(35)
      .regex(/^[\w-]+$/)
      .optional(),
    room: roomId.optional(),
    person: nickname.optional(),
    reporter: nickname.optional(),
    olderThanHours: z.int().min(1).max(HOURS_MAX).optional(),
  }),
  claim: z.strictObject({ ...ofCase, takeOver: z.literal(true).optional() }),
  release: z.strictObject(ofCase),
  names: z.strictObject(ofCase),
  identify: z.strictObject({ ...ofCase, nickname }),
  escalate: z.strictObject({ ...ofCase, escalation: z.enum(ESCALATIONS).nullable() }),
  authorities: nothing,
  hold: z.strictObject({ ...ofCase, on: z.boolean(), note: typedText(1, FACTS_MAX) }),
  identity: z.strictObject(ofCase),
  decide: z.strictObject({
    ...ofCase,
    act: z.enum(ACTS),
    hours: hours.optional(),
    messages: z
      .array(z.strictObject({ report: id, seq: z.int().positive() }))
      .max(200)
      .optional(),
    reports: z.array(id).max(REPORTS_MAX).optional(),
    facts: typedText(0, FACTS_MAX),
    rule: rule.optional(),
  }),
  openCase: z.strictObject({ nickname }),
  undo: z.strictObject({ decision: id, note: typedText(1, FACTS_MAX) }),
  appeals: nothing,
  answerAppeal: z.strictObject({ decision: id, upheld: z.boolean(), answer: typedText(1, FACTS_MAX) }),
  done: z.strictObject({ before }),
  rooms: nothing,
  setRoom: z.strictObject({
    room: roomId,
    slowSeconds: z.int().min(0).max(3600),
    closed: z.boolean(),
    hours,
  }),
  heldMessages: nothing,
  releaseMessage: z.strictObject({ id }),
  refuseMessage: z.strictObject({ id, rule, facts: typedText(1, FACTS_MAX) }),
  undoSession: z.strictObject({ session: boundedString(64).min(1), note: typedText(1, FACTS_MAX) }),
  releaseBrake: z.strictObject({ moderator: boundedString(64).min(1) }),
  log: z.strictObject({ before }),
};
