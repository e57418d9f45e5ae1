import { z } from 'zod';

import type { Lobby } from './chat-protocol.ts';

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
export type Success = z.output<typeof successSchema>;
/** `lobby`: of the chat, if the request asks for it. */
export type Account = z.output<typeof accountSchema> & { lobby?: Lobby };
export type Session = z.output<typeof sessionSchema>;
export type Passkey = z.output<typeof passkeySchema>;
