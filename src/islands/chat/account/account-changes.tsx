import type { ReactElement } from 'react';

import type { TranslationKey } from '../../../site/i18n/translator.ts';
import { Form } from '../../ui/form.tsx';
import type { AccountProps } from '../state/use-account.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { Setting } from './setting.tsx';

interface Props extends Omit<AccountProps, 'readAccount'> {
  /** Shows the success message. */
  onChanged: (message: TranslationKey) => void;
  /** The same, and closes the setting. */
  onDone: (message: TranslationKey) => void;
}

/** Nickname, address, password and passkeys, with their forms. Without JavaScript, all but passkeys have their page `/auth/change`. */
export const AccountChanges = ({ island, t, account, onChanged, onDone }: Props): ReactElement => (
  <>
    <Setting t={t} label={t('form.nickname')} value={account.nickname}>
      {account.nicknameFixedUntil ? (
        <p>
          {t('account.newNicknameFrom', {
            date: new Date(account.nicknameFixedUntil).toLocaleDateString(island.locale, {
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
    </Setting>
    <Setting t={t} label={t('form.email')} value={account.email}>
      <p>{t('account.newAddressText')}</p>
      <Form {...island} form="newAddress" onDone={() => onDone('account.newAddressDone')} />
    </Setting>
    {account.newEmail && <p className="hint">{t('account.newAddressWaits', { text: account.newEmail })}</p>}
    <Setting t={t} label={t('form.password')}>
      <p>{t('account.newPasswordText')}</p>
      <Form {...island} form="newPassword" onDone={() => onDone('account.newPasswordDone')} />
    </Setting>
    <PasskeysSection passkeys={account.passkeys} island={island} t={t} onDone={onChanged} />
  </>
);
