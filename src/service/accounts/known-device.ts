import { routes } from '../../site/editions/routes.ts';
import { deviceOf } from '../auth/describe-user-agent.ts';
import { post } from '../mail/enqueue-mail.ts';
import type { KnownDevice } from '../request/device-cookie.ts';
import { isWithin } from '../request/rate-limits.ts';
import type { Visit } from '../request/request-context.ts';

/** The device that asks, if the account of this address has signed in on it. */
export async function deviceKnownTo(email: string, { brand, device }: Visit): Promise<KnownDevice | undefined> {
  if (!device) return undefined;
  const user = await brand.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return user && device.knows(user.id) ? device : undefined;
}

/** Writes to an account that a browser has signed in to for the first time. Not where it was confirmed: that is its first browser. */
export async function tellOfDevice(email: string, visit: Visit): Promise<void> {
  const { brand, headers } = visit;
  // Signing in with the right password from ever new browsers sends no flood of mails.
  if (!(await isWithin(visit, 'mail', 'newDevice', email))) return;
  await post(brand.db, visit, 'newDevice', email, routes.restore.path, deviceOf(headers.get('user-agent') ?? ''));
}
