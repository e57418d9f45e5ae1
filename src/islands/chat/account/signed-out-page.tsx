import { type ReactElement, useEffect, useState } from 'react';

import { StaticAccountPanel } from '#static-account-panel';

import { resources } from '../../../contract/api-paths.ts';
import { publicRoomId } from '../../../contract/chat/public-room.ts';
import type { Online } from '../../../contract/response-schemas.ts';
import { paths } from '../../../site/editions/paths.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { pageLink, type IslandProps } from '../../ui/island-props.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
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

/** The page before the chat: links to sign in, and over that to rooms, and the account's plain forms. */
export function SignedOutPage({ island, t, topics, isSignedOut, onRetry }: Props): ReactElement {
  useEffect(() => handleExit(t('chat.exitHint')), [t]);
  useEffect(() => {
    if (isSignedOut) endFrame();
  }, [isSignedOut]);
  const online = useOnline(isSignedOut);
  // Without JavaScript there is no room behind the login.
  const isHydrated = useHydrated();
  const toLogin = pageLink(island, paths.login);
  return (
    <>
      <p className="buttons">
        <a className="button" href={toLogin}>
          {t('form.toLogin')}
        </a>{' '}
        <a className="button quiet" href={pageLink(island, paths.registration)}>
          {t('form.toRegistration')}
        </a>
      </p>
      {/* Its line is reserved, so that nothing moves. */}
      <p>{online ? t('chat.moreThan', { text: online.toLocaleString(island.locale) }) : '\u00A0'}</p>
      <h2>{t('chat.rooms')}</h2>
      <ul className="topics">
        {topics.map((topic) => (
          <li key={topic}>
            <a href={isHydrated ? `${toLogin}#${publicRoomId(island.lang, topic)}` : toLogin}>
              {t(`topics.${topic}` as TranslationKey)}
            </a>
          </li>
        ))}
      </ul>
      {isSignedOut ? (
        <p className="hush">{t('account.signedOut')}</p>
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

/** More than so many people are online, once the service has said so; 0 for few. */
function useOnline(isAsked: boolean): number {
  const [moreThan, setMoreThan] = useState(0);
  useEffect(() => {
    if (!isAsked) return;
    fetch(resources.online)
      .then((response) => response.json() as Promise<Online>)
      .then((online) => setMoreThan(online.moreThan))
      // The page does without.
      .catch(() => {});
  }, [isAsked]);
  return moreThan;
}
