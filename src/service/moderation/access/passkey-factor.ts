import { passkeySchemas } from '../../../contract/form-schemas.ts';
import { passkeyRequestOptions, verifyPasskey } from '../../request/passkey-api.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { acceptFactor, admitFactor } from './second-factor.ts';

/** Passkeys of this host as the second factor. */
export const passkeyHandlers = {
  passkeyOptions: async (_, { context, cookies: added }) => {
    const { options, cookies } = await passkeyRequestOptions(context);
    added.push(...cookies);
    return { options };
  },
  verifyPasskey: async ({ credential }, request) => {
    const { context, moderator } = request;
    const { brand, edition } = context;
    const { data } = passkeySchemas.signIn.shape.credential.safeParse(credential);
    const found = data && (await verifyPasskey(data, context));
    if (!found) throw new ModerationRefusal('code');
    // Its token leaves the service nowhere: the session of the moderator goes on.
    await brand.db.deleteFrom('session').where('id', '=', found.response.session.id).execute();
    const passkey = await brand.db
      .selectFrom('passkey')
      .select(['id', 'isSecondFactor'])
      .where('credentialID', '=', data.id)
      .where('userId', '=', moderator.id)
      .where('host', '=', edition.host)
      .executeTakeFirst();
    if (!passkey) throw new ModerationRefusal('code');
    if (!passkey.isSecondFactor) {
      await admitFactor(request);
      await brand.db.updateTable('passkey').set({ isSecondFactor: true }).where('id', '=', passkey.id).execute();
    }
    await acceptFactor(request);
  },
} satisfies Partial<ModerationHandlers>;
