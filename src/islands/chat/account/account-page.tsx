import { type ReactElement, useEffect } from 'react';

import { paths } from '../../../site/editions/paths.ts';
import { pageLink } from '../../ui/island-props.ts';
import { BlockedOrMuted } from '../people/hidden-people-list.tsx';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import type { AccountProps } from '../state/use-account.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { timeFormatOf } from '../ui/format-time.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { AccountPanel } from './account-panel.tsx';
import { AlertSettingsPanel } from './alert-settings-panel.tsx';
import { Switch } from './switch.tsx';

import styles from '../../../styles/chat/settings.css?inline';

adoptStyles(styles);

const DecisionList = lazyPart(() => import('../decisions/decision-list.tsx'));

export { AccountPanel };

/** The chat has no footer. */
const LINKS = [
  ['rules', 'page.rules.title'],
  ['privacy_policy', 'nav.privacy'],
  ['contacts', 'page.contacts.title'],
  ['accessibility', 'page.accessibility.title'],
] as const;

/** The account, the settings of the chat, and the blocked and muted people. Its script is loaded when the view is opened. */
export default function AccountPage({ island, account, readAccount }: AccountProps): ReactElement {
  const { client, locale, t, checkOutcome } = useChat();
  const { blocked, muted, seenMarks = true, notNow } = useLobby();
  // No event tells of the outcome of a report.
  useEffect(readAccount, [readAccount]);
  return (
    <>
      {(account.decisions ?? account.reports) && (
        <DecisionList island={island} account={account} readAccount={readAccount} />
      )}
      <AlertSettingsPanel t={t} />
      <BlockedOrMuted
        title={t('chat.blockedPeople')}
        undo={t('chat.unblock')}
        people={blocked}
        onUndo={(person) => client.block(person, false)}
      />
      <BlockedOrMuted
        title={t('chat.mutedPeople')}
        undo={t('chat.unmute')}
        people={muted}
        onUndo={(person) => client.mute(person, false)}
      />
      <div className="panel">
        <Switch
          label={t('account.showSeen')}
          hint={t('account.showSeenText')}
          isOn={seenMarks}
          onSwitch={async (on) => checkOutcome(await client.showSeen(on))}
        />
        <Switch
          label={t('requests.notNow')}
          hint={
            notNow ? t('requests.notNowUntil', { when: timeFormatOf(locale).moment(notNow) }) : t('requests.notNowText')
          }
          isOn={notNow !== undefined}
          onSwitch={async (on) => checkOutcome(await client.setNotNow(on))}
        />
      </div>
      <AccountPanel
        island={island}
        t={t}
        account={account}
        readAccount={readAccount}
        onSignedOut={client.stopAndForget}
      />
      <nav aria-label={t('nav.pages')}>
        <ul className="links">
          {LINKS.map(([route, label]) => (
            <li key={route}>
              <a href={pageLink(island, paths[route])} target="_blank" rel="noreferrer">
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
