import type { ServiceBrand } from '../../brands/open-brands.ts';

/** Number of messages that word lists hold back and that wait for a decision. */
export async function countHeldMessages({ db }: Pick<ServiceBrand, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('heldMessage')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
