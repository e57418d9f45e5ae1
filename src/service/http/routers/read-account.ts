import { Hono } from 'hono';

import { resources } from '../../../contract/api-paths.ts';
import { forms, SIGNED_IN } from '../../../contract/forms.ts';
import { pathOfOutcome } from '../../../contract/outcomes.ts';
import { routes } from '../../../site/editions/routes.ts';
import { linkTo } from '../../../site/editions/urls.ts';
import { accountOf, exportAccount, prolongSession } from '../../accounts/own-account.ts';
import { statementsFor } from '../../moderation/statements/read-statements.ts';
import { currentUser } from '../../request/current-user.ts';
import { signedOut } from '../../request/form-result.ts';
import { checkRateLimits } from '../../request/rate-limits.ts';
import { senderKey } from '../../request/request-limits.ts';
import { isFromOwnPage } from '../../request/resolve-context.ts';
import { changesFor, rememberEdition } from '../../rule-changes/account-changes.ts';
import type { AppDeps, AppEnv } from '../app-deps.ts';
import { respond, respondWithAccount, respondWithError } from '../respond-to-form.ts';
import { streamJson } from '../stream-json.ts';

/** Routes that read the account of the user. */
export function readAccountRouter(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(forms.login.action, (c) =>
    deps.heavyWork.run(senderKey(c.var.context), async () => {
      // A form that was submitted without JavaScript has this address, too: a reload, or the choice of another language, asks for it.
      const toForm = c.req.query('signed') === undefined ? routes.login.path : pathOfOutcome('cookies-refused');
      const isSignedIn = await currentUser(c.var.context);
      // The browser adds the room of the page before, as the fragment.
      return c.redirect(linkTo(c.var.context.edition, isSignedIn ? SIGNED_IN : toForm), 303);
    }),
  );
  app.get(resources.account, (c) =>
    deps.heavyWork.run(senderKey(c.var.context), async () => {
      const signedIn = await currentUser(c.var.context);
      if (!signedIn) return c.req.query('visitor') === undefined ? respond(c, deps, signedOut) : c.body(null, 204);
      const cookies = await prolongSession(c.var.context, signedIn);
      for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
      const { id } = signedIn.user;
      const [account, changes, statements, lobby] = await Promise.all([
        accountOf(c.var.context, signedIn),
        changesFor(c.var.context, id),
        statementsFor(c.var.context, id),
        c.req.query('lobby') === undefined ? undefined : deps.readLobby(c.var.context, signedIn.user),
        rememberEdition(c.var.context, id),
      ]);
      return respondWithAccount(c, deps, { ...account, ...changes, ...statements, ...(lobby && { lobby }) });
    }),
  );
  app.get(resources.data, async (c) => {
    if (!isFromOwnPage(c.env.incoming)) return respondWithError(c, 403, 'origin');
    const signedIn = await currentUser(c.var.context);
    if (!signedIn) return respond(c, deps, signedOut);
    const limited = await checkRateLimits(c.var.context, ['data', signedIn.user.id]);
    if (limited) return respond(c, deps, limited);
    c.header('Content-Disposition', `attachment; filename="${c.var.context.brand.id}-account.json"`);
    c.header('Content-Type', 'application/json; charset=utf-8');
    const cut = (error: unknown): void => {
      deps.onError(error);
      c.env.outgoing.destroy();
    };
    return c.body(streamJson(await exportAccount(c.var.context, signedIn), cut));
  });
  return app;
}
