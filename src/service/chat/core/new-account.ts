import type { ChatUser } from './chat-user.ts';

/** `joinedAt` is a time of better-auth, which is by the clock of this node: auth/database-clock.ts. */
const HOUR_MS = 3_600_000;

export const isInFirstHour = ({ joinedAt }: Pick<ChatUser, 'joinedAt'>): boolean => Date.now() - joinedAt < HOUR_MS;

export const isInFirstDay = ({ joinedAt }: Pick<ChatUser, 'joinedAt'>): boolean => Date.now() - joinedAt < 24 * HOUR_MS;
