import type { ReactElement } from 'react';

import type { Account } from '../../contract/answers.ts';
import type { Place } from '../ui/place.ts';
import { AccountPanel } from './account-panel.tsx';
import { PaneHead } from './pane-head.tsx';
import { Shunned } from './shunned.tsx';
import { useTools } from './tools.ts';

interface Props {
  place: Place;
  account: Account;
  readAccount: () => void;
}

/** The account, and whom one has blocked or muted. */
export function AccountView({ place, account, readAccount }: Props): ReactElement {
  const { client, lobby, t } = useTools();
  return (
    <div className="pane main">
      <PaneHead title={t('chat.account')} />
      <div className="page">
        <Shunned
          title={t('chat.blockedPeople')}
          undo={t('chat.unblock')}
          people={lobby.blocked}
          onUndo={(person) => client.block(person, false)}
        />
        <Shunned
          title={t('chat.mutedPeople')}
          undo={t('chat.unmute')}
          people={lobby.muted}
          onUndo={(person) => client.mute(person, false)}
        />
        <AccountPanel place={place} t={t} account={account} readAccount={readAccount} onSignedOut={client.vanish} />
      </div>
    </div>
  );
}
