import { z } from 'zod';

import type { Lobby } from './chat/chat-protocol.ts';
import { ownReportSchema, statementSchema } from './moderation/statement.ts';

/** Response to an accepted form. */
export const successSchema = z.object({
  next: z.string().meta({ description: 'Path of the next page' }),
  options: z.looseObject({}).optional().meta({
    description:
      'Input of `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`, in responses to requests for options',
  }),
});

/** Response to a refused request. */
export const errorSchema = z.object({
  errors: z.record(z.string(), z.string()).meta({ description: 'Error codes by field; `form` is the form as a whole' }),
});

const sessionSchema = z.object({
  id: z.string(),
  host: z.string(),
  device: z.string().meta({ description: 'Browser and system', example: 'Firefox, Windows' }),
  since: z.iso.datetime(),
  current: z.boolean().meta({ description: 'Whether it is the session of this request' }),
});

const passkeySchema = z.object({
  id: z.string(),
  host: z.string().meta({ description: 'Host on which it works' }),
  device: z.string().meta({ description: 'Browser and system on which it was created' }),
  since: z.iso.datetime(),
});

const changeSchema = z.object({
  key: z.string().meta({ description: 'The rule or section, and its version', example: 'rules#adults-only@3' }),
  path: z.string().meta({ description: 'Path of the page about it', example: '/rules/changes#adults-only' }),
  inForce: z.iso.date().meta({ description: 'Day from which it holds' }),
  title: z.string(),
  note: z.string().meta({ description: 'What has changed' }),
});

/** The current user and their sessions. */
export const accountSchema = z.object({
  nickname: z.string(),
  nicknameFixedUntil: z.iso
    .datetime()
    .optional()
    .meta({ description: 'Time from which the nickname can change again' }),
  email: z.email(),
  newEmail: z.email().optional().meta({ description: 'The new address, once both addresses have agreed' }),
  sessions: z.array(sessionSchema),
  passkeys: z.array(passkeySchema),
  changes: z.array(changeSchema).optional().meta({
    description: 'Changes of meaning in force that the user has not confirmed having read; missing without any',
  }),
  coming: z
    .array(changeSchema)
    .optional()
    .meta({ description: 'Changes in force within a week that the user has not dismissed; missing without any' }),
  decisions: z.array(statementSchema).optional().meta({
    description: 'The latest 50 decisions of moderators about the user, latest first; missing without any',
  }),
  reports: z
    .array(ownReportSchema)
    .optional()
    .meta({ description: 'The latest 50 reports of the user, latest first; missing without any' }),
});

/** How many people are online in the chat of the brand, for visitors. */
export const onlineSchema = z.object({
  moreThan: z.int().meta({
    description: 'A round number below the number of people; 0 up to 10 people. It changes at most once a minute',
    example: 40,
  }),
});

/** TURN servers of calls; empty without calls. The service gives credentials only to participants of a call. */
export const relaysSchema = z.object({ urls: z.array(z.string()) });

/** Reasons why a node should receive no requests. */
const unreadyReason = z.enum(['draining', 'database', 'migrations']);

export const liveSchema = z.object({ status: z.literal('live') });
export const readySchema = z.object({ status: z.literal('ready') });
export const unreadySchema = z.object({
  status: z.literal('unready'),
  reasons: z.array(unreadyReason).meta({
    description:
      '`draining`: the node is stopping; `database`: it does not respond within a second; `migrations`: tables are older than the service',
  }),
});

export type UnreadyReason = z.output<typeof unreadyReason>;
export type Online = z.output<typeof onlineSchema>;
export type Success = z.output<typeof successSchema>;
/** `lobby`: of the chat, if the request asks for it. */
export type Account = z.output<typeof accountSchema> & { lobby?: Lobby };
export type ShownChange = z.output<typeof changeSchema>;
export type Session = z.output<typeof sessionSchema>;
export type Passkey = z.output<typeof passkeySchema>;
