import type { ChatUser } from './chat-user.ts';

const HOUR_MS = 3_600_000;

export const isInFirstHour = (user: Pick<ChatUser, 'joinedAt'>): boolean => ageOf(user) < HOUR_MS;

export const isInFirstDay = (user: Pick<ChatUser, 'joinedAt'>): boolean => ageOf(user) < 24 * HOUR_MS;

/** Both times are by the clock of this node: auth/database-clock.ts. */
const ageOf = ({ joinedAt }: Pick<ChatUser, 'joinedAt'>): number => Date.now() - joinedAt;
