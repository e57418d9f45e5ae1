import { type ReactElement, useState } from 'react';

import { actions, resources } from '../../../contract/api-paths.ts';
import { formElementId } from '../../../contract/element-ids.ts';
import type { TranslationKey } from '../../../site/i18n/translator.ts';
import type { FormMessages } from '../../ui/form-messages.ts';
import { Form } from '../../ui/form.tsx';
import type { AccountProps } from '../state/use-account.ts';
import { AccountChanges } from './account-changes.tsx';
import { ActionButton } from './action-button.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { Setting } from './setting.tsx';

interface Props extends AccountProps {
  /** Called before the page is left. */
  onSignedOut: () => void;
}

/** The account as a list of settings. Without JavaScript, `static-account-panel-on-server.tsx` has its forms. */
export function AccountPanel({ island, t, account, readAccount, onSignedOut }: Props): ReactElement {
  const [messages, setMessages] = useState<FormMessages>({});
  const [success, setSuccess] = useState<TranslationKey>();
  /** Reads the account after a change. The clicked button may disappear, so that of its setting takes the focus. */
  const done = (words: TranslationKey): HTMLDetailsElement | null => {
    setMessages({});
    setSuccess(words);
    readAccount();
    const setting = document.querySelector<HTMLDetailsElement>('.setting[open]');
    setting?.querySelector('summary')!.focus();
    return setting;
  };
  const close = (words: TranslationKey): void => {
    const setting = done(words);
    if (setting) setting.open = false;
  };
  return (
    <section className="panel">
      <div className="identity">
        <h2>{t('account.title')}</h2>
        <ActionButton
          action={actions.logout}
          onRefused={setMessages}
          onDone={(next) => {
            onSignedOut();
            location.assign(next);
          }}
        >
          {t('account.logout')}
        </ActionButton>
      </div>
      <p className="hint">
        {t('chat.exit')}: {t('chat.exitHint')}
      </p>
      <p className="error" role="alert" hidden={!messages.form}>
        {messages.form && t(messages.form)}
      </p>
      <output className="current">{success && t(success)}</output>
      <AccountChanges island={island} t={t} account={account} onChanged={done} onDone={close} />
      <SessionsSection
        sessions={account.sessions}
        locale={island.locale}
        t={t}
        onEnded={() => done('account.sessionEnded')}
        onRefused={setMessages}
      />
      <section className="identity">
        <p>{t('account.dataText')}</p>
        <form action={resources.data} onSubmit={() => setSuccess('account.dataDone')}>
          <button className="button quiet" type="submit">
            {t('account.data')}
          </button>
        </form>
      </section>
      <Deletion island={island} t={t} />
    </section>
  );
}

const Deletion = ({ island, t }: Pick<Props, 'island' | 't'>): ReactElement => (
  <div className="danger">
    <Setting
      t={t}
      label={t('account.deletion')}
      action={t('chat.delete')}
      // The service sent the plain form back.
      isOpen={document.getElementById(formElementId('deletion', 'state')) !== null}
    >
      <p>{t('account.deletionText')}</p>
      <Form {...island} form="deletion" />
    </Setting>
  </div>
);
