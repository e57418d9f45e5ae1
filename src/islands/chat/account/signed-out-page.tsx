import type { ReactElement } from 'react';

import { StaticAccountPanel } from '#static-account-panel';

import { routes } from '../../../site/editions/routes.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { pageLink, type IslandProps } from '../../ui/island-props.ts';
import { Toast } from '../ui/toast.tsx';

interface Props {
  island: IslandProps;
  t: Translate;
  topics: string[];
  /** Whether it is known that nobody is signed in. */
  isNobody: boolean;
  /** Asks the service once more, where it could not be asked. */
  onRetry: false | (() => void);
}

/** What is there before the chat, and what can be done with an account without JavaScript. */
export function SignedOutPage({ island, t, topics, isNobody, onRetry }: Props): ReactElement {
  return (
    <>
      <h2>{t('chat.rooms')}</h2>
      <ul className="topics">
        {topics.map((topic) => (
          <li key={topic}>{t(`topics.${topic}` as TranslationKey)}</li>
        ))}
      </ul>
      {isNobody ? (
        <div className="panel prompt">
          <p>
            {t('account.signedOut')} {t('chat.signIn')}
          </p>
          <p className="buttons">
            <a className="button" href={pageLink(island, routes.login.path)}>
              {t('form.toLogin')}
            </a>
            <a className="button quiet" href={pageLink(island, routes.registration.path)}>
              {t('form.toRegistration')}
            </a>
          </p>
        </div>
      ) : (
        <StaticAccountPanel island={island} t={t} />
      )}
      {onRetry && <Toast text={t('chat.unreachable')} action={t('chat.again')} onAct={onRetry} />}
    </>
  );
}
