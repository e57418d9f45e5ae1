import { type ReactElement, useRef, useState } from 'react';

import { actions, resources } from '../../../contract/api-paths.ts';
import { SESSIONS_ID } from '../../../contract/element-ids.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import { routes } from '../../../site/editions/routes.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import type { FormMessages } from '../../ui/form-messages.ts';
import { Form } from '../../ui/form.tsx';
import { pageLink, type IslandProps } from '../../ui/island-props.ts';
import { AccountChanges } from './account-changes.tsx';
import { ActionButton } from './action-button.tsx';
import { SessionList } from './session-list.tsx';

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
  const heading = useRef<HTMLHeadingElement>(null);
  const asks = { onRefused: setMessages };
  const done = (words: TranslationKey): void => {
    setMessages({});
    setSuccess(words);
    readAccount?.();
    // The clicked button may disappear, so the heading of its list takes the focus.
    heading.current?.focus();
  };
  return (
    <details className="panel" open>
      <summary>
        <h2>{t('account.title')}</h2>
      </summary>
      <div className="identity">
        {account ? (
          <p>
            <strong>{account.nickname}</strong>
            <span className="hint">{account.email}</span>
            {account.newEmail && (
              <span className="hint">{t('account.newAddressWaits', { text: account.newEmail })}</span>
            )}
          </p>
        ) : (
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
      {account && (
        <p className="hint">
          {t('chat.exit')}: {t('chat.exitHint')}
        </p>
      )}
      <p className="error" role="alert" hidden={!messages.form}>
        {messages.form && t(messages.form)}
      </p>
      {account && <output className="current">{success && t(success)}</output>}
      <section>
        <h3 ref={heading} tabIndex={-1}>
          {t('account.sessions')}
        </h3>
        {account ? (
          <SessionList
            {...asks}
            lang={island.lang}
            sessions={account.sessions}
            t={t}
            onEnded={() => done('account.sessionEnded')}
          />
        ) : (
          <form id={SESSIONS_ID} action={resources.account}>
            <button className="button quiet" type="submit">
              {t('account.show')}
            </button>
          </form>
        )}
        {account?.sessions.length !== 1 && (
          <ActionButton
            {...asks}
            action={actions.endSession}
            values={{ session: 'others' }}
            onDone={() => done('account.sessionEnded')}
          >
            {t('account.endOthers')}
          </ActionButton>
        )}
      </section>
      {account && <AccountChanges island={island} t={t} account={account} onDone={done} />}
      <section>
        <p>{t('account.dataText')}</p>
        <form action={resources.data} onSubmit={() => setSuccess('account.dataDone')}>
          <button className="button quiet" type="submit">
            {t('account.data')}
          </button>
        </form>
      </section>
      <section className="danger">
        <h3>{t('account.deletion')}</h3>
        <p>{t('account.deletionText')}</p>
        <Form {...island} form="deletion" />
      </section>
    </details>
  );
}
