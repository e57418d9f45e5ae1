import type { FormBody } from '../../contract/form-schemas.ts';
import { pathOfOutcome } from '../../contract/outcomes.ts';
import { routes } from '../../site/editions/routes.ts';
import { hashPassword, isGuessable } from '../auth/password.ts';
import { now } from '../database/database-now.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { checkOwnPassword } from '../request/check-own-password.ts';
import type { UserFormHandler } from '../request/current-user.ts';
import { refuse, signedOut } from '../request/form-result.ts';

/** Sets a new password. The same transaction ends all other sessions, pending password resets and address changes. */
export const changePassword: UserFormHandler<FormBody<'newPassword'>> = async (
  { password, newPassword },
  context,
  { user, session },
) => {
  const { brand } = context;
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  if (newPassword === password) return refuse({ newPassword: 'passwordSame' });
  if (await isGuessable(newPassword, [user.email, user.name, brand.name]))
    return refuse({ newPassword: 'passwordGuessable' });
  const hashed = await hashPassword(newPassword);
  const isChanged = await brand.db.transaction().execute(async (transaction) => {
    // Password resets and deletions lock in the same order. `no key` lets messages of the account through.
    await transaction.selectFrom('user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    const { numUpdatedRows } = await transaction
      .updateTable('account')
      .set({ password: hashed, updatedAt: now })
      .where('userId', '=', user.id)
      .where('password', '=', checked.stored)
      .executeTakeFirst();
    if (!numUpdatedRows) return false;
    await transaction.deleteFrom('session').where('userId', '=', user.id).where('id', '!=', session.id).execute();
    await transaction.deleteFrom('passwordReset').where('userId', '=', user.id).execute();
    await transaction.deleteFrom('addressChange').where('userId', '=', user.id).execute();
    await enqueueMail(transaction, context, 'changed', user.email, routes.restore.path);
    return true;
  });
  // A concurrent change has ended this session.
  if (!isChanged) return signedOut;
  brand.events.emit('sessionsEnded', user.id);
  return { next: pathOfOutcome('password-changed') };
};
