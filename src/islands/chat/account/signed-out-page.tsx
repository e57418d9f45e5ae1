import { type ReactElement, useEffect } from 'react';

import { StaticAccountPanel } from '#static-account-panel';

import { routes } from '../../../site/editions/routes.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { pageLink, type IslandProps } from '../../ui/island-props.ts';
import { endFrame } from '../frame/end-frame.ts';
import { handleExit } from '../quick-exit/quick-exit.ts';
import { TextToast } from '../ui/toast.tsx';

interface Props {
  island: IslandProps;
  t: Translate;
  topics: string[];
  /** Whether the service said that the visitor is signed out. */
  isSignedOut: boolean;
  /** Asks the service again, where it was unreachable. */
  onRetry: false | (() => void);
}

/** The page before the chat: topics, links to sign in, and the account's plain forms. */
export function SignedOutPage({ island, t, topics, isSignedOut, onRetry }: Props): ReactElement {
  useEffect(() => handleExit(t('chat.exitHint')), [t]);
  useEffect(() => {
    if (isSignedOut) endFrame();
  }, [isSignedOut]);
  return (
    <>
      <h2>{t('chat.rooms')}</h2>
      <ul className="topics">
        {topics.map((topic) => (
          <li key={topic}>{t(`topics.${topic}` as TranslationKey)}</li>
        ))}
      </ul>
      {isSignedOut ? (
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
        <div className={onRetry ? undefined : 'unanswered'}>
          <StaticAccountPanel island={island} t={t} />
        </div>
      )}
      <div className="toasts">
        {onRetry && <TextToast text={t('chat.unreachable')} action={t('chat.again')} onAct={onRetry} />}
      </div>
    </>
  );
}
