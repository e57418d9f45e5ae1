import { z } from 'zod';

/** Answer to a form that was accepted. */
export const successSchema = z.object({
  next: z.string().meta({ description: 'Path of the page to go on with' }),
  options: z.looseObject({}).optional().meta({
    description: 'What `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes, where it was asked for',
  }),
});

/** Answer to a request that was refused. */
export const errorSchema = z.object({
  errors: z.record(z.string(), z.string()).meta({ description: 'Error codes by field; `form` for the whole' }),
});

const sessionSchema = z.object({
  id: z.string(),
  host: z.string(),
  device: z.string().meta({ description: 'Browser and system', example: 'Firefox, Windows' }),
  since: z.iso.datetime(),
  current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
});

const passkeySchema = z.object({
  id: z.string(),
  host: z.string().meta({ description: 'The host on which it works' }),
  device: z.string().meta({ description: 'Browser and system on which it was made' }),
  since: z.iso.datetime(),
});

/** Who is signed in, and where. */
export const accountSchema = z.object({
  nickname: z.string(),
  email: z.email(),
  newEmail: z.email().optional().meta({ description: 'The address that it gets once both have agreed' }),
  sessions: z.array(sessionSchema),
  passkeys: z.array(passkeySchema),
});

/** The TURN servers through which calls go; none where nobody can call. Credentials are given to the people of a call alone. */
export const relaysSchema = z.object({ urls: z.array(z.string()) });

/** Why a node should be sent no requests. */
const unreadyReason = z.enum(['draining', 'database', 'migrations']);

export const liveSchema = z.object({ status: z.literal('live') });
export const readySchema = z.object({ status: z.literal('ready') });
export const unreadySchema = z.object({
  status: z.literal('unready'),
  reasons: z.array(unreadyReason).meta({
    description:
      '`draining`: it ends; `database`: it does not answer within a second; `migrations`: tables are older than the service',
  }),
});

export type UnreadyReason = z.output<typeof unreadyReason>;
export type Success = z.output<typeof successSchema>;
export type Account = z.output<typeof accountSchema>;
export type Session = z.output<typeof sessionSchema>;
export type Passkey = z.output<typeof passkeySchema>;
