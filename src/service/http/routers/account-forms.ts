import { Hono } from 'hono';

import { actions, passkeyActions } from '../../../contract/api-paths.ts';
import { actionSchemas, passkeySchemas } from '../../../contract/form-schemas.ts';
import { forms } from '../../../contract/forms.ts';
import { routes } from '../../../site/editions/routes.ts';
import { agreeToAddress, requestAddress, stopAddress } from '../../accounts/addresses/change-address.ts';
import { changePassword } from '../../accounts/change-password.ts';
import { confirm, readConfirmation } from '../../accounts/confirm-registration.ts';
import { changeNickname } from '../../accounts/nicknames/change-nickname.ts';
import { deleteAccount, endSession } from '../../accounts/own-account.ts';
import {
  addPasskey,
  newPasskeyOptions,
  passkeySignInOptions,
  removePasskey,
  signInWithPasskey,
} from '../../accounts/passkeys.ts';
import { register, resend } from '../../accounts/registration.ts';
import { finish, restore } from '../../accounts/reset-password.ts';
import { login, logout } from '../../accounts/sign-in.ts';
import { currentUser } from '../../request/current-user.ts';
import { signedOut } from '../../request/form-result.ts';
import { linkForms } from '../../request/request-context.ts';
import { answerChanges } from '../../rule-changes/account-changes.ts';
import type { AppDeps, AppEnv } from '../app-deps.ts';
import { readForm } from '../read-form.ts';
import { respond, respondWithConfirmation } from '../respond-to-form.ts';
import { acceptBodies, ifSignedIn, validateAndHandle, withinFormLimits } from './accept-body.ts';
import { storeLinkToken } from './store-link-token.ts';

/** Routes of registration, signing in, and changes of an account. */
export function accountFormsRouter(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { onBody, onForm } = acceptBodies(deps, app);
  onForm('registration', register);
  onForm('confirm', confirm);
  onForm('resend', resend);
  onForm('correctAddress', resend);
  onForm('login', login);
  onForm('restore', restore);
  onForm('finish', finish);
  onForm('address', agreeToAddress);
  onForm('newNickname', ifSignedIn(changeNickname));
  onForm('newPassword', ifSignedIn(changePassword));
  onForm('newAddress', ifSignedIn(requestAddress));
  onForm('deletion', ifSignedIn(deleteAccount));
  onBody(actions.changes, actionSchemas.changes, ifSignedIn(answerChanges));

  onBody(passkeyActions.signInOptions, passkeySchemas.signInOptions, passkeySignInOptions);
  onBody(passkeyActions.signIn, passkeySchemas.signIn, signInWithPasskey);
  onBody(passkeyActions.newOptions, passkeySchemas.newOptions, ifSignedIn(newPasskeyOptions));
  onBody(passkeyActions.add, passkeySchemas.add, ifSignedIn(addPasskey));
  onBody(passkeyActions.remove, passkeySchemas.remove, ifSignedIn(removePasskey));

  for (const form of linkForms) {
    app.get(forms[form].action, async (c) => {
      const token = c.req.query('token');
      if (form === 'confirm' && token === undefined)
        return withinFormLimits(c, deps, async () =>
          respondWithConfirmation(c, deps, await readConfirmation(c.var.context)),
        );
      return storeLinkToken(c, form, token ?? '', form === 'confirm' ? forms.confirm.action : routes[form].path);
    });
  }

  app.post(actions.logout, async (c) => respond(c, deps, await logout(c.var.context)));
  app.post(actions.stopAddress, async (c) => respond(c, deps, await stopAddress(c.var.context)));
  app.post(actions.endSession, (c) =>
    withinFormLimits(c, deps, async () => {
      const signedIn = await currentUser(c.var.context);
      if (!signedIn) return respond(c, deps, signedOut);
      const values = (await readForm(c)) ?? {};
      const end = ({ session }: { session: string }) => endSession(session, c.var.context, signedIn);
      return respond(c, deps, await validateAndHandle(actionSchemas.endSession, values, end));
    }),
  );
  return app;
}
