import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';

import type { Lobby } from '../../contract/chat-protocol.ts';
import type { Account } from '../../contract/response-schemas.ts';
import type { Translate } from '../../site/i18n/translator.ts';
import type { Place } from '../ui/island-props.ts';
import { AccountView } from './account/account-view.tsx';
import type { ChatClient, ChatState, Outcome } from './client/state.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { CallsGate } from './lazy-calls.tsx';
import { LobbyPane } from './lobby/lobby-pane.tsx';
import { partnerFound } from './lobby/lobby-rooms.ts';
import { PartnerView } from './lobby/partner-view.tsx';
import { Welcome } from './lobby/welcome.tsx';
import { RoomView } from './room/room-view.tsx';
import { type Question, type Tools, ToolsProvider } from './state/chat-context.ts';
import { useNow } from './state/use-now.ts';
import { useView } from './state/use-view.ts';
import type { View } from './state/view.ts';
import { nameOf } from './ui/room-name.ts';
import { Toast } from './ui/toast.tsx';

interface Props {
  place: Place;
  topics: string[];
  t: Translate;
  account: Account;
  readAccount: () => void;
  client: ChatClient;
  state: ChatState;
  lobby: Lobby;
  /** Where it begins, if not where somebody left it. */
  first: View | undefined;
}

interface Said {
  text: string;
  /** A room that it is about. */
  room?: string;
}

/** The lobby and, beside or above it, what was chosen in it. */
export function Panes({ place, topics, t, account, readAccount, client, state, lobby, first }: Props): ReactElement {
  const { view, go, leave } = useView(first);
  const [question, ask] = useState<Question>();
  const [said, say] = useState<Said>();
  const [wanted, callIn] = useState<string>();
  const { lang } = place;
  const now = useNow();
  const room = view.is === 'room' ? view.room : undefined;

  useEffect(() => {
    if (room) client.open(room);
    else client.close();
  }, [client, room]);

  const before = useRef(lobby);
  useEffect(() => {
    const found = partnerFound(before.current, lobby);
    before.current = lobby;
    if (!found) return;
    if (view.is === 'partner') go({ is: 'room', room: found.id });
    else say({ text: t('partner.found', { name: nameOf(found, t) }), room: found.id });
  }, [lobby, view, go, t]);

  const tools = useMemo((): Tools => {
    const check = (outcome: Outcome): boolean => {
      if (outcome) say({ text: t(`chatErrors.${outcome}`) });
      return !outcome;
    };
    return { client, lobby, lang, topics, now, t, go, leave, callIn, ask, tell: (text) => say({ text }), check };
  }, [client, lobby, lang, topics, now, t, go, leave]);

  return (
    <ToolsProvider value={tools}>
      <div className="panes" data-view={view.is}>
        <CallsGate
          isNeeded={!!(wanted ?? state.call)}
          wanted={wanted}
          onTaken={() => callIn(undefined)}
          onFailed={() => {
            callIn(undefined);
            say({ text: t('chat.unreachable') });
          }}
        />
        <LobbyPane view={view} />
        {view.is === 'lobby' && <Welcome />}
        {view.is === 'partner' && <PartnerView />}
        {view.is === 'account' && <AccountView place={place} account={account} readAccount={readAccount} />}
        {room && <RoomView key={room} id={room} state={state.rooms[room]} />}
      </div>
      {question && <Dialogs question={question} people={room ? state.rooms[room]?.people : undefined} />}
      {said && (
        <Toast
          text={said.text}
          action={t(said.room ? 'partner.open' : 'chat.close')}
          onAct={() => {
            say(undefined);
            if (said.room) go({ is: 'room', room: said.room });
          }}
        />
      )}
    </ToolsProvider>
  );
}
