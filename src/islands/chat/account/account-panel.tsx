import { type ReactElement, useRef, useState } from 'react';

import { actions, resources } from '../../../contract/api-paths.ts';
import { formElementId, SESSIONS_ID } from '../../../contract/element-ids.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { routes } from '../../../site/editions/routes.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import type { FormMessages } from '../../ui/form-messages.ts';
import { Form } from '../../ui/form.tsx';
import { pageLink, type IslandProps } from '../../ui/island-props.ts';
import { AccountChanges } from './account-changes.tsx';
import { ActionButton } from './action-button.tsx';
import { SessionList } from './session-list.tsx';
import { Setting } from './setting.tsx';

interface Props {
  island: IslandProps;
  t: Translate;
  /** Missing in the built page. */
  account?: Account;
  readAccount?: () => void;
  /** Called before the page is left. */
  onSignedOut?: () => void;
}

/** The account with its forms. Without JavaScript the forms work, and the data of the account is missing. */
export function AccountPanel({ island, t, account, readAccount, onSignedOut }: Props): ReactElement {
  const [messages, setMessages] = useState<FormMessages>({});
  const [success, setSuccess] = useState<TranslationKey>();
  const panel = useRef<HTMLElement>(null);
  const asks = { onRefused: setMessages };
  /** Reads the account after a change. The clicked button may disappear, so that of its setting takes the focus. */
  const done = (words: TranslationKey): HTMLDetailsElement | null => {
    setMessages({});
    setSuccess(words);
    readAccount?.();
    const setting = panel.current!.querySelector<HTMLDetailsElement>('.setting[open]');
    setting?.querySelector('summary')!.focus();
    return setting;
  };
  const close = (words: TranslationKey): void => {
    const setting = done(words);
    if (setting) setting.open = false;
  };
  const ended = (): unknown => done('account.sessionEnded');
  const endOthers = (
    <ActionButton {...asks} action={actions.endSession} values={{ session: 'others' }} onDone={ended}>
      {t('account.endOthers')}
    </ActionButton>
  );
  return (
    <section className="panel" ref={panel}>
      <div className="identity">
        <h2>{t('account.title')}</h2>
        {!account && (
          <a className="button quiet" href={pageLink(island, routes.change.path)}>
            {t('page.change.title')}
          </a>
        )}
        <ActionButton
          {...asks}
          action={actions.logout}
          onDone={(next) => {
            onSignedOut?.();
            location.assign(next);
          }}
        >
          {t('account.logout')}
        </ActionButton>
      </div>
      <p className="error" role="alert" hidden={!messages.form}>
        {messages.form && t(messages.form)}
      </p>
      {account && <output className="current">{success && t(success)}</output>}
      {account && <AccountChanges island={island} t={t} account={account} onChanged={done} onDone={close} />}
      {account ? (
        <Setting
          t={t}
          label={t('account.sessions')}
          value={account.sessions.map(({ device }) => device).join(' · ')}
          action={t('account.show')}
        >
          <SessionList {...asks} lang={island.lang} sessions={account.sessions} t={t} onEnded={ended} />
          {account.sessions.length > 1 && endOthers}
        </Setting>
      ) : (
        <section>
          <h3>{t('account.sessions')}</h3>
          <form id={SESSIONS_ID} action={resources.account}>
            <button className="button quiet" type="submit">
              {t('account.show')}
            </button>
          </form>
          {endOthers}
        </section>
      )}
      <section className="identity">
        <p>{t('account.dataText')}</p>
        <form action={resources.data} onSubmit={() => setSuccess('account.dataDone')}>
          <button className="button quiet" type="submit">
            {t('account.data')}
          </button>
        </form>
      </section>
      {account && (
        <p className="hint">
          {t('chat.exit')}: {t('chat.exitHint')}
        </p>
      )}
      <section className="danger">
        <Setting
          t={t}
          label={t('account.deletion')}
          action={t('chat.delete')}
          // Without JavaScript, or with its result.
          isOpen={!account || document.getElementById(formElementId('deletion', 'state')) !== null}
        >
          <p>{t('account.deletionText')}</p>
          <Form {...island} form="deletion" />
        </Setting>
      </section>
    </section>
  );
}
