import type { ReactElement } from 'react';

import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { groupRooms } from './group-rooms.ts';
import { RoomLinks } from './room-links.tsx';

const SUGGESTED = 3;

/** The pane beside the lobby until a view is chosen: the rooms with most people. */
export function Welcome(): ReactElement {
  const { lang, topics, t } = useChat();
  const lobby = useLobby();
  const { here } = groupRooms(lobby.rooms, lang, topics);
  const full = here.toSorted((one, other) => other.online - one.online).slice(0, SUGGESTED);
  return (
    <div className="pane main blank">
      <h2 className="big">{t('chat.welcome')}</h2>
      <p>{t('chat.welcomeText')}</p>
      <RoomLinks rooms={full} current={undefined} />
    </div>
  );
}
