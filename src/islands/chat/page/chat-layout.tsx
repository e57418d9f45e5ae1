import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Lobby } from '../../../contract/chat/chat-protocol.ts';
import type { Account } from '../../../contract/response-schemas.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import { LazyAccountPage } from '../account/lazy-account-page.tsx';
import { LazyMessageAlerts } from '../alerts/lazy-message-alerts.tsx';
import type { RequestedCall } from '../calls/ui/calls.tsx';
import type { ChatClient, ChatState, ChatOutcome } from '../client/chat-client-types.ts';
import { endFrame } from '../frame/end-frame.ts';
import { isTextField, useShortcuts } from '../keyboard/use-shortcuts.ts';
import { partnerFound } from '../lobby/group-rooms.ts';
import { LobbyPane } from '../lobby/lobby-pane.tsx';
import { Welcome } from '../lobby/welcome.tsx';
import { RoomView } from '../room/room-view.tsx';
import { type ChatContext, ChatContextProvider, type DialogRequest, type ToastAction } from '../state/chat-context.ts';
import { LobbyProvider } from '../state/lobby-context.ts';
import { useView } from '../state/use-view.ts';
import type { View } from '../state/view.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PaneHead } from '../ui/pane-head.tsx';
import { roomName } from '../ui/room-name.ts';
import { TextToast } from '../ui/toast.tsx';
import { LazyCalls } from './lazy-calls.tsx';

const OpenDialog = lazyPart(() => import('./open-dialog.tsx'));
const DecisionNotice = lazyPart(() => import('../decisions/decision-notice.tsx'));
const RuleChanges = lazyPart(() => import('../dialogs/rule-changes.tsx'));
const PartnerSearch = lazyPart(() => import('../lobby/partner-search.tsx'));

/** Props of the chat of a signed-in user. */
export interface SignedInProps {
  island: IslandProps;
  topics: string[];
  t: Translate;
  account: Account;
  readAccount: () => void;
}

interface Props extends SignedInProps {
  client: ChatClient;
  state: ChatState;
  lobby: Lobby;
  /** The first view; by default the view of the browser's history. */
  first: View | undefined;
}

interface ToastMessage {
  /** Differs from the toast before. */
  key: number;
  text: string;
  /** By default the button closes the toast. */
  action?: ToastAction | undefined;
}

/** The panes of the chat: the lobby, and beside or above it the chosen view. */
export function ChatLayout({
  island,
  topics,
  t,
  account,
  readAccount,
  client,
  state,
  lobby,
  first,
}: Props): ReactElement {
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
  const { lang } = island;
  const room = view.type === 'room' ? view.room : undefined;

  useEffect(() => {
    if (room) return client.open(room);
    client.close();
    // A composer takes over the text of the frame.
    endFrame();
  }, [client, room]);

  // A link to a room has led here, over the login.
  useEffect(() => {
    const asked = location.hash.slice(1);
    if (!lobby.rooms.some(({ id }) => id === asked)) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    navigate({ type: 'room', room: asked });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  const before = useRef(lobby);
  useEffect(() => {
    const found = partnerFound(before.current, lobby);
    before.current = lobby;
    if (!found) return;
    if (view.type === 'partner') navigate({ type: 'room', room: found.id });
    else {
      const open = (): void => navigate({ type: 'room', room: found.id });
      showToast(t('partner.found', { name: roomName(found, t) }), { label: t('partner.open'), act: open });
    }
  }, [lobby, view, navigate, showToast, t]);

  useEffect(() => {
    const { until, act, onGone } = toast?.action ?? {};
    void until?.then(() => setToast((now) => (now === toast ? undefined : now)));
    // The button is far away from the message for users of a keyboard.
    const onKey = (event: KeyboardEvent): void => {
      if (!until || event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTextField(event.target)) return;
      // Browsers would also undo the last change of the composer, which has no focus.
      event.preventDefault();
      act?.();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      onGone?.();
    };
  }, [toast]);

  const context = useMemo((): ChatContext => {
    const checkOutcome = (outcome: ChatOutcome): boolean => {
      if (outcome) showToast(t(`chatErrors.${outcome}`));
      return !outcome;
    };
    const prepareCall = (id: string, video = false): void => requestCall({ room: id, video });
    return { client, lang, topics, t, navigate, toLobby, prepareCall, openDialog, showToast, checkOutcome };
  }, [client, lang, topics, t, navigate, toLobby, showToast]);

  return (
    <ChatContextProvider value={context}>
      <LobbyProvider value={lobby}>
        {(account.changes ?? account.coming) && (
          <RuleChanges
            fallback={account.coming && <div className="coming" />}
            island={island}
            account={account}
            readAccount={readAccount}
            call={call}
          />
        )}
        {account.decisions?.some(({ read }) => !read) && (
          <DecisionNotice island={island} account={account} readAccount={readAccount} call={call} />
        )}
        <div className="panes" data-view={view.type}>
          <LazyCalls
            isNeeded={!!call}
            requested={requestedCall}
            shownRoom={room}
            onPrepared={() => requestCall(undefined)}
            onFailed={() => {
              requestCall(undefined);
              showToast(t('chat.unreachable'));
            }}
          />
          <LobbyPane view={view} />
          {view.type === 'lobby' && <Welcome />}
          {view.type === 'partner' && (
            <div className="pane main">
              <PaneHead title={t('partner.title')} />
              <PartnerSearch />
            </div>
          )}
          {view.type === 'account' && <LazyAccountPage island={island} account={account} readAccount={readAccount} />}
          {room && <RoomView key={room} id={room} state={state.rooms[room]} />}
          <div className="toasts">
            {toast && (
              <TextToast
                key={toast.key}
                text={toast.text}
                action={toast.action?.label ?? t('chat.close')}
                onAct={() => {
                  setToast(undefined);
                  toast.action?.act();
                }}
                onExpire={() => setToast(undefined)}
              />
            )}
            <LazyMessageAlerts shown={room} />
          </div>
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
