import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

import { formElementId } from '../../contract/forms.ts';
import type { Account } from '../../contract/response-schemas.ts';
import type { Translate } from '../../site/i18n/translator.ts';
import type { Place } from '../ui/island-props.ts';
import { Shut } from './account/access-denied.tsx';
import { Panes } from './chat-layout.tsx';
import { createChatClient } from './client/chat-client.ts';
import { ExitButton, useExitKey } from './quick-exit/exit-button.tsx';
import { ConnectionLine } from './ui/connection-status.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { useVisibleHeight } from './ui/use-visible-height.ts';

interface Props {
  place: Place;
  topics: string[];
  t: Translate;
  account: Account;
  readAccount: () => void;
}

/** The chat of somebody who is signed in. */
export function Session(props: Props): ReactElement {
  const { t, place } = props;
  const [client] = useState(createChatClient);
  useEffect(() => client.stop, [client]);
  const state = useSyncExternalStore(client.subscribe, client.getState);
  const { connection, lobby } = state;
  const root = useVisibleHeight();
  useExitKey(client);
  // A form of the account has come back from before the chat was here.
  const [first] = useState(() =>
    document.getElementById(formElementId('deletion', 'state')) ? ({ is: 'account' } as const) : undefined,
  );
  const isShut = connection.is === 'banned' || connection.is === 'signedOut';
  return (
    <div className="chat" ref={root}>
      <ExitButton client={client} t={t} />
      <ConnectionLine connection={connection} t={t} />
      {isShut && <Shut connection={connection} place={place} t={t} />}
      {!isShut && !lobby && <Skeleton t={t} />}
      {!isShut && lobby && <Panes {...props} client={client} state={state} lobby={lobby} first={first} />}
    </div>
  );
}
