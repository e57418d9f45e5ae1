import { expect, test } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';
import { openSocket, opening } from '../../support/service/chat/chat-test-user.ts';
import { testService } from '../../support/service/test-service.ts';

const service = testService('PGlite');

test.each(['\xa0', '\xc2\xa0', '\x85', '\xef\xbb\xbf', '"', ',', '='])(
  'a cookie of another host, %j before its name, brings no session',
  async (odd) => {
    const [{ visitor, person }, { visitor: attacker }] = [await service.addUser(), await service.addUser()];
    const session = (of: typeof visitor): string => `__Host-session=${of.cookies.get('__Host-session')}`;
    const Cookie = `${odd}${session(attacker)}; ${session(visitor)}`;
    const account = await visitor.get(resources.account, { Cookie });
    expect(account.json()).toMatchObject({ nickname: person.nickname });
    const alone = { Cookie: `${odd}${session(attacker)}` };
    expect((await service.visitor().get(resources.account, alone)).status).toBe(401);
    expect(await opening(openSocket(service.visitor(), alone))).toEqual({ error: 'signedOut' });
  },
);

test('of two cookies of a session, none counts', async () => {
  const [{ visitor }, { visitor: attacker }] = [await service.addUser(), await service.addUser()];
  const Cookie = [attacker, visitor].map(({ cookies }) => `__Host-session=${cookies.get('__Host-session')}`).join('; ');
  expect((await visitor.get(resources.account, { Cookie })).status).toBe(401);
});
