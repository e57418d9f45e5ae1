import type { KnownDevice } from '../http/device-cookie.ts';
import type { Visit } from '../http/visit.ts';

/** The device that asks, if the account of this address has signed in on it. */
export async function deviceKnownTo(email: string, { brand, device }: Visit): Promise<KnownDevice | undefined> {
  if (!device) return undefined;
  const user = await brand.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return user && device.knows(user.id) ? device : undefined;
}
