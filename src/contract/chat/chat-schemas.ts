import { z } from 'zod';

import { REPORT_REASONS } from '../moderation/report-reasons.ts';
import { boundedString, typedText } from '../typed-text/bounded-string.ts';
import { cleanTags } from '../typed-text/clean-tags.ts';
import { SIGNAL_MAX } from './call-protocol.ts';
import { NOTE_MAX, RECEIVED_MAX, type RequestBody, type RequestName, SHOWN_MAX, TEXT_MAX } from './chat-protocol.ts';
import { AGE_GROUPS, PARTNER_KINDS, TAGS_MAX } from './partner-wishes.ts';
import { REACTIONS } from './reaction-emoji.ts';

const nothing = z.strictObject({});
const room = boundedString(64).regex(/^[\w.-]+$/);
const person = boundedString(64).regex(/^[\w-]+$/);
const seq = z.int().positive();
/** In lower case, as PostgreSQL prints it. */
const uuid = z.uuid().max(36, { abort: true }).toLowerCase();
const ofCall = { call: uuid, device: uuid };
const ageGroup = z.literal(AGE_GROUPS);
const position = z.int().nonnegative();
/** Pages send interests that are cleaned and cut already. */
const TAG_SENT_MAX = 200;

const text = typedText(1, TEXT_MAX);
/** Their number is checked before any of them. */
const heads = z
  .unknown()
  .refine((sent) => !Array.isArray(sent) && typeof sent === 'object' && Object.keys(sent ?? {}).length <= RECEIVED_MAX)
  .pipe(z.record(room, seq));

/** Schemas of chat requests, by name. */
export const chatSchemas: { [Name in RequestName]: z.ZodType<RequestBody<Name>, unknown> } = {
  lobby: nothing,
  heads: nothing,
  enter: z.strictObject({ room }),
  leave: z.strictObject({ room }),
  people: z.strictObject({ room, after: boundedString(500).optional() }),
  since: z.strictObject({ room, position }),
  before: z.strictObject({ room, seq }),
  send: z.strictObject({ room, id: z.uuid().max(36, { abort: true }), text, replyTo: seq.optional() }),
  edit: z.strictObject({ room, seq, text }),
  delete: z.strictObject({ room, seq }),
  react: z.strictObject({ room, seq, reaction: z.enum(REACTIONS), on: z.boolean() }),
  read: z.strictObject({ room, seq }),
  received: z.strictObject({ heads }),
  showSeen: z.strictObject({ on: z.boolean() }),
  typing: z.strictObject({ room }),
  converse: z.strictObject({ person }),
  accept: z.strictObject({ room }),
  decline: z.strictObject({ room }),
  notNow: z.strictObject({ on: z.boolean() }),
  seek: z.strictObject({
    lang: boundedString(16).regex(/^[\w-]+$/),
    iAm: z.enum(PARTNER_KINDS),
    lookFor: z.enum([...PARTNER_KINDS, 'anyone']),
    tags: z.array(boundedString(TAG_SENT_MAX)).max(TAGS_MAX).transform(cleanTags).optional(),
    age: ageGroup.optional(),
    ages: z.array(ageGroup).max(AGE_GROUPS.length).optional(),
  }),
  stopSeeking: nothing,
  block: z.strictObject({ person, on: z.boolean() }),
  mute: z.strictObject({ person, on: z.boolean() }),
  call: z.strictObject({ ...ofCall, room, video: z.boolean() }),
  answerCall: z.strictObject(ofCall),
  resumeCall: z.strictObject(ofCall),
  hangUp: z.strictObject({ ...ofCall, failed: z.boolean() }),
  signal: z.strictObject({ ...ofCall, signal: boundedString(SIGNAL_MAX) }),
  relays: z.strictObject(ofCall),
  report: z.strictObject({
    room,
    person,
    reason: z.enum(REPORT_REASONS),
    note: typedText(0, NOTE_MAX),
    shown: z.array(z.tuple([seq, position])).max(SHOWN_MAX),
    call: uuid.optional(),
    waiting: z.boolean().optional(),
  }),
};
