import type { ReactElement } from 'react';

import type { Account } from '../../../contract/response-schemas.ts';
import type { Place } from '../../ui/island-props.ts';
import { Shunned } from '../people/blocked-people.tsx';
import { useTools } from '../state/chat-context.ts';
import { AccountPanel } from './account-panel.tsx';

export interface AccountProps {
  place: Place;
  account: Account;
  readAccount: () => void;
}

/** The account, and the people whom its owner has blocked or muted. Fetched when it is shown first. */
export default function AccountPage({ place, account, readAccount }: AccountProps): ReactElement {
  const { client, lobby, t } = useTools();
  return (
    <>
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
    </>
  );
}
