import { describe, expect, test } from 'vitest';

import { actions } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import { type OutcomeId, outcomes } from '../../src/contract/outcomes.ts';
import { routes } from '../../src/site/editions/routes.ts';
import { editions, htmlFiles, pathOf, readPage, wordsOf } from '../support/dist.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { newPerson, testService } from '../support/service/test-service.ts';
import type { Reply, Visitor } from '../support/service/visitor.ts';

const OTHER = 'granite lantern orchard';
/** Asks as a page without scripts does. */
const PLAIN = { Accept: 'text/html' };

describe('an outcome', () => {
  const service = testService('PGlite');

  /** Opens the link of the next mail to an address. */
  async function open(email: string): Promise<Visitor> {
    const reader = service.visitor();
    await reader.get(linkIn(await service.sink.mailTo(email)));
    return reader;
  }

  /** Requests a change of address. @returns the readers of both mails */
  async function requestAddress(): Promise<{ asked: Reply; readers: Visitor[] }> {
    const { visitor, person } = await service.addUser();
    const { email } = newPerson();
    const asked = await visitor.post(forms.newAddress.action, { email, password: person.password }, PLAIN);
    return { asked, readers: [await open(person.email), await open(email)] };
  }

  const agree = (reader: Visitor): Promise<Reply> => reader.post(forms.address.action, {}, PLAIN);
  const stop = (reader: Visitor): Promise<Reply> => reader.post(actions.stopAddress, {}, PLAIN);

  const acts: Record<OutcomeId, () => Promise<Reply>> = {
    'signed-out': async () => (await service.addUser()).visitor.post(actions.logout, {}, PLAIN),
    // A sign-in without its cookie.
    'cookies-refused': () => service.visitor().get(AFTER_SIGN_IN, PLAIN),
    restored: async () => {
      const { person } = await service.addUser();
      await service.visitor().post(forms.restore.action, { email: person.email });
      return (await open(person.email)).post(forms.finish.action, { password: OTHER }, PLAIN);
    },
    deleted: async () => {
      const { visitor, person } = await service.addUser();
      return visitor.post(forms.deletion.action, { password: person.password }, PLAIN);
    },
    // Of an address without an account, as of others.
    'link-sent': () => service.visitor().post(forms.restore.action, { email: newPerson().email }, PLAIN),
    'address-stopped': async () => stop((await requestAddress()).readers[0]!),
    'nothing-to-stop': async () => {
      const { readers } = await requestAddress();
      await stop(readers[0]!);
      return stop(readers[1]!);
    },
    'address-agreed': async () => agree((await requestAddress()).readers[1]!),
    'address-changed': async () => {
      const { readers } = await requestAddress();
      await agree(readers[0]!);
      return agree(readers[1]!);
    },
    'nickname-changed': async () =>
      (await service.addUser()).visitor.post(forms.newNickname.action, { nickname: newPerson().nickname }, PLAIN),
    'password-changed': async () => {
      const { visitor, person } = await service.addUser();
      return visitor.post(forms.newPassword.action, { password: person.password, newPassword: OTHER }, PLAIN);
    },
    'address-requested': async () => (await requestAddress()).asked,
    'session-ended': async () =>
      (await service.addUser()).visitor.post(actions.endSession, { session: 'others' }, PLAIN),
  };

  test.each(Object.entries(acts))('%s is told by the page to which its form leads', async (id, act) => {
    const { status, headers } = await act();
    expect([status, headers.location]).toEqual([303, `${routes[outcomes[id as OutcomeId].route].path}#${id}`]);
  });
});

test('the pages of every edition have the sentences of their outcomes, and no others', () => {
  for (const edition of editions) {
    const words = wordsOf(edition.lang);
    const told = htmlFiles(edition).flatMap((file) => {
      const $ = readPage(edition, file);
      return $('.outcome[role=status][tabindex=-1]')
        .toArray()
        .map((sentence) => [`${pathOf(file)}#${sentence.attribs.id}`, $(sentence).text().trim()]);
    });
    const wanted = Object.entries(outcomes).map(([id, { route, text }]) => [
      `${routes[route].path}#${id}`,
      words(text),
    ]);
    expect(told.toSorted(), edition.host).toEqual(wanted.toSorted());
  }
});
