import { type ReactElement, useState } from 'react';

import type { RoomFacts } from '../../contract/chat.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { PersonActions } from './person-actions.tsx';
import { nameOf } from './room-name.ts';
import { useTools } from './tools.ts';
import { useLeave } from './use-leave.ts';

/** What can be done with a room as a whole. */
export function RoomTools({ facts }: { facts: RoomFacts }): ReactElement {
  const { lobby, t, ask, callIn } = useTools();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const leaveRoom = useLeave(facts);
  const { id, kind, other, ended } = facts;
  const name = nameOf(facts, t);
  const close = (): void => setAnchor(undefined);
  return (
    <>
      {kind === 'public' && (
        <button
          type="button"
          className="tool narrow"
          aria-label={t('chat.people')}
          onClick={() => ask({ is: 'people', room: id })}
        >
          <Icon name="people" />
        </button>
      )}
      {other && !ended && !lobby.blocked.some((person) => person.id === other.id) && (
        <button type="button" className="tool" aria-label={t('call.call', { name })} onClick={() => callIn(id)}>
          <Icon name="call" />
        </button>
      )}
      {kind === 'partner' && !ended && (
        <button type="button" className="button quiet part" onClick={leaveRoom}>
          {t('chat.leave')}
        </button>
      )}
      <button
        type="button"
        className="tool"
        aria-label={t('chat.more', { name })}
        aria-haspopup="dialog"
        aria-expanded={!!anchor}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="more" />
      </button>
      {anchor && (
        <Menu anchor={anchor} label={t('chat.more', { name })} onClose={close}>
          {other && <PersonActions person={other} room={id} isAlone onDone={close} />}
          {kind !== 'partner' && (
            <button
              type="button"
              onClick={() => {
                close();
                leaveRoom();
              }}
            >
              {t(kind === 'public' ? 'chat.leaveRoom' : 'chat.remove')}
            </button>
          )}
        </Menu>
      )}
    </>
  );
}
