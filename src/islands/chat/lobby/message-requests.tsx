import type { ReactElement } from 'react';

import type { MessageRequest } from '../../../contract/chat/chat-protocol.ts';
import type { ChatOutcome } from '../client/chat-client-types.ts';
import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { timeFormatOf } from '../ui/format-time.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';

import styles from '../../../styles/chat/menu.css?inline';

adoptStyles(styles);

/** The message requests to the user in the lobby, and until when nobody new can write. Loaded with the first of either. */
export default function MessageRequests(): ReactElement {
  const { locale, t } = useChat();
  const { requests = [], notNow } = useLobby();
  return (
    <>
      {requests.length > 0 && (
        <>
          <h2>
            {t('requests.title')} ({requests.length})
          </h2>
          <ul className="list">
            {requests.map((request) => (
              <Request key={request.room} request={request} />
            ))}
          </ul>
        </>
      )}
      {notNow && <p className="hush">{t('requests.notNowUntil', { when: timeFormatOf(locale).moment(notNow) })}</p>}
    </>
  );
}

/** A request, which shows its buttons once opened. Nothing of the message is known here. */
function Request({ request: { room, from } }: { request: MessageRequest }): ReactElement {
  const { client, t, navigate, openDialog, showToast, checkOutcome } = useChat();
  const { name } = from;

  const answer = async (request: Promise<ChatOutcome>, onDone: () => void): Promise<void> => {
    if (checkOutcome(await request)) onDone();
    // The request with the button has gone.
    requestAnimationFrame(rescueFocus);
  };

  return (
    <li>
      <details name="request">
        <summary>
          <Avatar person={from} />
          <bdi className="name">{name}</bdi>
        </summary>
        <p className="hush">{t('requests.text', { name })}</p>
        <div className="buttons">
          <button
            type="button"
            className="button"
            onClick={() => answer(client.acceptRequest(room), () => navigate({ type: 'room', room }))}
          >
            {t('requests.accept')}
          </button>
          <button
            type="button"
            className="button quiet"
            onClick={() => answer(client.declineRequest(room), () => showToast(t('requests.declined')))}
          >
            {t('requests.decline')}
          </button>
        </div>
        <div className="actions">
          <button type="button" onClick={() => openDialog({ type: 'block', person: from })}>
            {t('chat.block')}
          </button>
          <button type="button" onClick={() => openDialog({ type: 'report', room, person: from, waiting: true })}>
            {t('chat.report')}
          </button>
        </div>
      </details>
    </li>
  );
}
