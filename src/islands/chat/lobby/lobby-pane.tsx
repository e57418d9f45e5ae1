import { type ReactElement, useState } from 'react';

import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import type { View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LOBBY_ID } from '../ui/rescue-focus.ts';
import { groupRooms } from './group-rooms.ts';
import { RoomLinks } from './room-links.tsx';
import { useRestoreLobbyFocus } from './use-restore-lobby-focus.ts';

const MessageRequests = lazyPart(() => import('./message-requests.tsx'));

/** The lobby: rooms, conversations, partner search and account. */
export function LobbyPane({ view }: { view: View }): ReactElement {
  const { lang, names, topics, t, navigate } = useChat();
  const lobby = useLobby();
  const current = view.type === 'room' ? view.room : undefined;
  const isUnread = lobby.rooms.some(({ id, unread }) => id === current && unread > 0);
  const [open, setOpen] = useState({ room: current, wasUnread: isUnread });
  if (open.room !== current) setOpen({ room: current, wasUnread: isUnread });
  const { here, elsewhere, unread, conversations } = groupRooms(lobby.rooms, lang, topics, open);
  const pane = useRestoreLobbyFocus(view);
  return (
    <nav id={LOBBY_ID} className="pane lobby" aria-label={t('chat.lobby')} tabIndex={-1} ref={pane}>
      <div className="who">
        <p>
          <bdi>{lobby.me.name}</bdi>
        </p>
        <button
          type="button"
          className="tool"
          aria-current={view.type === 'account' || undefined}
          onClick={() => navigate({ type: 'account' })}
        >
          <Icon name="account" />
          {t('chat.account')}
        </button>
      </div>
      <button
        type="button"
        className={lobby.seeking ? 'button seek waiting' : 'button seek'}
        aria-current={view.type === 'partner' || undefined}
        onClick={() => navigate({ type: 'partner' })}
      >
        {t(lobby.seeking ? 'partner.waiting' : 'partner.title')}
      </button>
      {(lobby.requests ?? lobby.notNow) && <MessageRequests />}
      {unread.length > 0 && <h2>{t('chat.newMessages')}</h2>}
      {unread.length > 0 && <RoomLinks rooms={unread} current={current} />}
      <h2>{t('chat.rooms')}</h2>
      {here.length ? <RoomLinks rooms={here} current={current} /> : <p className="hush">{t('chat.noRooms')}</p>}
      {elsewhere.length > 0 && (
        <details>
          <summary>{t('chat.otherLanguages')}</summary>
          {elsewhere.map(([other, rooms]) => (
            <div key={other}>
              <h3 lang={other}>{names[other] ?? other}</h3>
              <RoomLinks rooms={rooms} current={current} />
            </div>
          ))}
        </details>
      )}
      {(conversations.length > 0 || !unread.length) && <h2>{t('chat.conversations')}</h2>}
      {conversations.length > 0 && <RoomLinks rooms={conversations} current={current} />}
      {!conversations.length && !unread.length && <p className="hush">{t('chat.noConversations')}</p>}
      {/* The script in the head of the page listens to it. */}
      <button type="button" className="tool theme">
        <Icon name="theme" />
        <span>{t('theme.light')}</span> <span>{t('theme.dark')}</span>
      </button>
    </nav>
  );
}
