import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';

import { formElementId } from '../../../contract/element-ids.ts';
import { openDrafts } from '../browser-data/drafts.ts';
import { forgetBrowserData } from '../browser-data/forget-browser-data.ts';
import { createChatClient } from '../client/chat-client.ts';
import { handleExit } from '../quick-exit/quick-exit.ts';
import { viewIn } from '../state/view.ts';
import { useVisibleHeight } from '../ui/use-visible-height.ts';
import { AccessDenied } from './access-denied.tsx';
import { ChatLayout, type SignedInProps } from './chat-layout.tsx';

const LINES = [1, 2, 3, 4, 5, 6];

/** The chat of a signed-in user. */
export function ChatSession(props: SignedInProps): ReactElement {
  const { t, account, readAccount } = props;
  const [client] = useState(() => createChatClient({ onForget: forgetBrowserData, lobby: account.lobby }));
  useEffect(() => client.stop, [client]);
  useEffect(() => {
    client.connection.on('decided', readAccount);
  }, [client, readAccount]);
  // A page that was reloaded in a room shows it again: the script of rooms loads while the lobby does. The room tells of a failure.
  useEffect(() => {
    if (viewIn(history.state).type === 'room') import('../room/room-body.tsx').catch(() => {});
  }, []);
  const state = useSyncExternalStore(client.subscribe, client.getState);
  const { connection, lobby } = state;
  // No event reaches a page that is not connected.
  const unread = lobby?.decisions?.join();
  useEffect(() => {
    if (unread) readAccount();
  }, [unread, readAccount]);
  const root = useVisibleHeight();
  useEffect(() => handleExit(t('chat.exitHint'), client.stopAndForget), [client, t]);
  // The service answered a plain form of the account: show its result.
  const [first] = useState(() =>
    document.getElementById(formElementId('deletion', 'state')) ? ({ type: 'account' } as const) : undefined,
  );
  if (lobby) openDrafts(lobby.me.id);
  const isRefused = connection.status === 'banned' || connection.status === 'signedOut';
  return (
    <div className="chat" ref={root}>
      {/* It lies above the page, so that nothing moves. */}
      <output className="connection">
        {connection.status === 'offline' && t('chat.noNetwork')}
        {connection.status === 'reconnecting' && t('chat.reconnecting')}
      </output>
      {isRefused && <AccessDenied {...props} connection={connection} onSignedOut={client.stopAndForget} />}
      {!isRefused && !lobby && <Skeleton t={t} />}
      {!isRefused && lobby && <ChatLayout {...props} client={client} state={state} lobby={lobby} first={first} />}
    </div>
  );
}

/** The outline of the chat while it loads. */
const Skeleton = ({ t }: Pick<SignedInProps, 't'>): ReactElement => (
  <div className="panes" data-view="lobby">
    <div className="pane lobby">
      <output className="hush">{t('chat.connecting')}</output>
      {LINES.map((line) => (
        <span key={line} className="bone" />
      ))}
    </div>
    <div className="pane main" />
  </div>
);
