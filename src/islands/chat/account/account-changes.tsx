import type { ReactElement } from 'react';

import type { Account } from '../../../contract/response-schemas.ts';
import { dateLocale } from '../../../site/i18n/date-locale.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { Form } from '../../ui/form.tsx';
import type { IslandProps } from '../../ui/island-props.ts';
import { PasskeysSection } from './passkeys-section.tsx';

interface Props {
  island: IslandProps;
  t: Translate;
  account: Account;
  /** Shows the success message. */
  onDone: (message: TranslationKey) => void;
}

/** Forms for nickname, password, passkeys and address. Without JavaScript, all but passkeys have their page `/auth/change`. */
export const AccountChanges = ({ island, t, account, onDone }: Props): ReactElement => (
  <>
    <section>
      <h3>{t('account.newNickname')}</h3>
      {account.nicknameFixedUntil ? (
        <p>
          {t('account.newNicknameFrom', {
            date: new Date(account.nicknameFixedUntil).toLocaleDateString(dateLocale(island.lang), {
              dateStyle: 'long',
            }),
          })}
        </p>
      ) : (
        <>
          <p>{t('account.newNicknameText')}</p>
          <Form {...island} form="newNickname" onDone={() => onDone('account.newNicknameDone')} />
        </>
      )}
    </section>
    <section>
      <h3>{t('account.newPassword')}</h3>
      <p>{t('account.newPasswordText')}</p>
      <Form {...island} form="newPassword" onDone={() => onDone('account.newPasswordDone')} />
    </section>
    <PasskeysSection passkeys={account.passkeys} lang={island.lang} t={t} onDone={onDone} />
    <section>
      <h3>{t('account.newAddress')}</h3>
      <p>{t('account.newAddressText')}</p>
      <Form {...island} form="newAddress" onDone={() => onDone('account.newAddressDone')} />
    </section>
  </>
);
