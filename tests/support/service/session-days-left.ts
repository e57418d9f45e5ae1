import type { TestService } from './test-service.ts';

const DAY_MS = 86_400_000;

/** Days until the latest session of an account ends, to within half a day. */
export async function sessionDaysLeft(service: TestService, email: string): Promise<number> {
  const { expiresAt } = await service
    .brand('amber')
    .db.selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.expiresAt')
    .where('email', '=', email)
    .orderBy('session.createdAt', 'desc')
    .executeTakeFirstOrThrow();
  return Math.round((expiresAt.getTime() - Date.now()) / DAY_MS);
}
