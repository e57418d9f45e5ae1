import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Lobby } from '../../../contract/chat/chat-protocol.ts';
import type { RequestedCall } from '../calls/ui/calls.tsx';
import type { ChatClient, ChatState, ChatOutcome } from '../client/chat-client-types.ts';
import type { NoticeProps } from '../dialogs/rule-changes.tsx';
import { endFrame } from '../frame/end-frame.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { partnerFound } from '../lobby/group-rooms.ts';
import { LobbyPane } from '../lobby/lobby-pane.tsx';
import { Welcome } from '../lobby/welcome.tsx';
import { RoomView } from '../room/room-view.tsx';
import { type ChatContext, ChatContextProvider, type DialogRequest, type ToastAction } from '../state/chat-context.ts';
import { LobbyProvider } from '../state/lobby-context.ts';
import type { AccountProps } from '../state/use-account.ts';
import { useView } from '../state/use-view.ts';
import type { View } from '../state/view.ts';
import { explainMissingScript } from '../ui/explain-missing-script.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PaneHead } from '../ui/pane-head.tsx';
import { roomName } from '../ui/room-name.ts';
import { LazyCalls } from './lazy-calls.tsx';
import { type ToastMessage, Toasts } from './toasts.tsx';

const AccountPage = lazyPart(() => import('../account/account-page.tsx'));
const OpenDialog = lazyPart(() => import('./open-dialog.tsx'));
const DecisionNotice = lazyPart(() => import('../decisions/decision-notice.tsx'));
const RuleChanges = lazyPart(() => import('../dialogs/rule-changes.tsx'));
const PartnerSearch = lazyPart(() => import('../lobby/partner-search.tsx'));

/** Props of the chat of a signed-in user. */
export interface SignedInProps extends AccountProps {
  topics: string[];
}

interface Props extends SignedInProps {
  client: ChatClient;
  state: ChatState;
  lobby: Lobby;
  /** The first view; by default the view of the browser's history. */
  first: View | undefined;
}

/** The panes of the chat: the lobby, and beside or above it the chosen view. */
export function ChatLayout({ client, state, lobby, first, ...signedIn }: Props): ReactElement {
  const { island, topics, t } = signedIn;
  const { view, navigate, toLobby } = useView(first);
  const [dialog, openDialog] = useState<DialogRequest>();
  useShortcuts(openDialog);
  const [toast, setToast] = useState<ToastMessage>();
  const showToast = useCallback(
    (text: string, action?: ToastAction) => setToast((before) => ({ key: (before?.key ?? 0) + 1, text, action })),
    [],
  );
  const [requestedCall, requestCall] = useState<RequestedCall>();
  const call = requestedCall ?? state.call;
  const room = view.type === 'room' ? view.room : undefined;

  const context = useMemo((): ChatContext => {
    const checkOutcome = (outcome: ChatOutcome): boolean => {
      if (outcome) showToast(t(`chatErrors.${outcome}`));
      return !outcome;
    };
    const prepareCall = (id: string, video = false): void => requestCall({ room: id, video });
    return { ...island, client, topics, t, navigate, toLobby, prepareCall, openDialog, showToast, checkOutcome };
  }, [client, island, topics, t, navigate, toLobby, showToast]);
  useOpenRoom(client, room);
  useLinkToRoom(context, lobby);
  usePartnerFound(context, lobby, view);

  return (
    <ChatContextProvider value={context}>
      <LobbyProvider value={lobby}>
        <Notices {...signedIn} call={call} />
        <div className="panes" data-view={view.type}>
          <LazyCalls
            isNeeded={!!call}
            requested={requestedCall}
            shownRoom={room}
            onPrepared={() => requestCall(undefined)}
            onFailed={() => {
              requestCall(undefined);
              void explainMissingScript(context);
            }}
          />
          <LobbyPane view={view} />
          {room ? <RoomView key={room} id={room} state={state.rooms[room]} /> : <OtherView {...signedIn} view={view} />}
          <Toasts toast={toast} onChange={setToast} room={room} />
        </div>
        {dialog && (
          <OpenDialog
            request={dialog}
            onFailed={() => openDialog(undefined)}
            people={room ? state.rooms[room]?.people : undefined}
          />
        )}
      </LobbyProvider>
    </ChatContextProvider>
  );
}

function useOpenRoom(client: ChatClient, room: string | undefined): void {
  useEffect(() => {
    if (room) return client.open(room);
    client.close();
    // A composer takes over the text of the frame.
    endFrame();
  }, [client, room]);
}

/** Opens the room of a link that has led here, over the login. */
function useLinkToRoom({ navigate }: ChatContext, { rooms }: Lobby): void {
  useEffect(() => {
    const asked = location.hash.slice(1);
    if (!rooms.some(({ id }) => id === asked)) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    navigate({ type: 'room', room: asked });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
}

/** Opens the room of a partner that was found; outside of the search, a toast does. */
function usePartnerFound({ navigate, showToast, t }: ChatContext, lobby: Lobby, view: View): void {
  const before = useRef(lobby);
  useEffect(() => {
    const found = partnerFound(before.current, lobby);
    before.current = lobby;
    if (!found) return;
    const open = (): void => navigate({ type: 'room', room: found.id });
    if (view.type === 'partner') open();
    else showToast(t('partner.found', { name: roomName(found, t) }), { label: t('partner.open'), act: open });
  }, [lobby, view, navigate, showToast, t]);
}

/** New rules, and decisions that the user has not read. */
const Notices = (props: SignedInProps & NoticeProps): ReactElement => {
  const { changes, coming, decisions } = props.account;
  return (
    <>
      {(changes ?? coming) && <RuleChanges {...props} fallback={coming && <div className="coming" />} />}
      {decisions?.some(({ read }) => !read) && <DecisionNotice {...props} />}
    </>
  );
};

/** A view without a room. */
const OtherView = ({ view, ...signedIn }: SignedInProps & { view: View }): ReactElement => (
  <>
    {view.type === 'lobby' && <Welcome />}
    {view.type === 'partner' && (
      <div className="pane main">
        <PaneHead title={signedIn.t('partner.title')} />
        <PartnerSearch />
      </div>
    )}
    {view.type === 'account' && (
      <div className="pane main">
        <PaneHead title={signedIn.t('chat.account')} />
        <div className="page">
          <AccountPage {...signedIn} />
        </div>
      </div>
    )}
  </>
);
