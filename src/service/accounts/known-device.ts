import { routes } from '../../site/editions/routes.ts';
import { describeUserAgent } from '../auth/describe-user-agent.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import type { KnownDevice } from '../request/known-device-cookie.ts';
import { isWithinRateLimit } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';

/** The device of the request, if the account of this address has signed in on it. */
export async function knownDeviceOf(
  email: string,
  { brand, device }: RequestContext,
): Promise<KnownDevice | undefined> {
  if (!device) return undefined;
  const user = await brand.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return user && device.knows(user.id) ? device : undefined;
}

/** Sends a mail about a sign-in from a new browser. Confirmation does not call it: that browser is the first. */
export async function mailAboutNewDevice(email: string, context: RequestContext): Promise<void> {
  const { brand, headers } = context;
  // Limits the mails when a user signs in from many new browsers.
  if (!(await isWithinRateLimit(context, 'mail', 'newDevice', mailboxOf(email)))) return;
  await enqueueMail(brand.db, context, 'newDevice', email, routes.restore.path, {
    device: describeUserAgent(headers.get('user-agent') ?? ''),
  });
}
