import type { ReactElement } from 'react';

import type { PendingMessage } from '../client/chat-client-types.ts';
import { TEXT_ID } from '../composer/composer.tsx';
import { useChat } from '../state/chat-context.ts';

/** The state of an unsent message, with buttons to retry or discard it. */
export function SendStatus({ pending: { id, is, error } }: { pending: PendingMessage }): ReactElement {
  const { client, t } = useChat();
  if (is === 'sending') return <p className="fact">{t('chat.sending')}</p>;
  const isHeld = error === 'held';
  // The clicked button disappears, so the composer takes the focus.
  const after = (act: (id: string) => void) => () => {
    act(id);
    document.getElementById(TEXT_ID)?.focus();
  };
  return (
    <div className="unsent">
      {isHeld ? (
        <p className="fact">{t('chatErrors.held')}</p>
      ) : (
        <>
          <p className="error">
            {t('chat.notSent')} {error && t(`chatErrors.${error}`)}
          </p>
          <button type="button" className="button quiet" onClick={after(client.retry)}>
            {t('chat.again')}
          </button>
        </>
      )}
      <button type="button" className="button quiet" onClick={after(client.discard)}>
        {t('chat.discard')}
      </button>
    </div>
  );
}
