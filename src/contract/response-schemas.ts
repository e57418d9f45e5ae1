import { z } from 'zod';

/** Answer to a form that was accepted. */
export const success = z.object({
  next: z.string().meta({ description: 'Path of the page to go on with' }),
  options: z.looseObject({}).optional().meta({
    description: 'What `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes, where it was asked for',
  }),
});

/** Answer to a request that was refused. */
export const refusal = z.object({
  errors: z.record(z.string(), z.string()).meta({ description: 'Error codes by field; `form` for the whole' }),
});

const session = z.object({
  id: z.string(),
  host: z.string(),
  device: z.string().meta({ description: 'Browser and system', example: 'Firefox, Windows' }),
  since: z.iso.datetime(),
  current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
});

const passkey = z.object({
  id: z.string(),
  host: z.string().meta({ description: 'The host on which it works' }),
  device: z.string().meta({ description: 'Browser and system on which it was made' }),
  since: z.iso.datetime(),
});

/** Who is signed in, and where. */
export const account = z.object({
  nickname: z.string(),
  email: z.email(),
  newEmail: z.email().optional().meta({ description: 'The address that it gets once both have agreed' }),
  sessions: z.array(session),
  passkeys: z.array(passkey),
});

/** The TURN servers through which calls go; none where nobody can call. Credentials are given to the people of a call alone. */
export const relays = z.object({ urls: z.array(z.string()) });

/** Why a node should be sent no requests. */
const unreadyReason = z.enum(['draining', 'database', 'migrations']);

export const live = z.object({ status: z.literal('live') });
export const ready = z.object({ status: z.literal('ready') });
export const unready = z.object({
  status: z.literal('unready'),
  reasons: z.array(unreadyReason).meta({
    description:
      '`draining`: it ends; `database`: it does not answer within a second; `migrations`: tables are older than the service',
  }),
});

export type UnreadyReason = z.output<typeof unreadyReason>;
export type Success = z.output<typeof success>;
export type Account = z.output<typeof account>;
export type Session = z.output<typeof session>;
export type Passkey = z.output<typeof passkey>;
