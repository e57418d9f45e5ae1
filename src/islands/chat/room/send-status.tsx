import type { ReactElement } from 'react';

import type { PendingMessage } from '../client/state.ts';
import { TEXT_ID } from '../composer/composer.tsx';
import { useChat } from '../state/chat-context.ts';

/** How a message of one's own is doing that has not arrived. */
export function SendStatus({ pending: { id, is, error } }: { pending: PendingMessage }): ReactElement {
  const { client, t } = useChat();
  if (is === 'sending') return <p className="fact">{t('chat.sending')}</p>;
  // The button that was pressed goes.
  const after = (act: (id: string) => void) => () => {
    act(id);
    document.getElementById(TEXT_ID)?.focus();
  };
  return (
    <div className="unsent">
      <p className="error">
        {t('chat.notSent')} {error && t(`chatErrors.${error}`)}
      </p>
      <button type="button" className="button quiet" onClick={after(client.retry)}>
        {t('chat.again')}
      </button>
      <button type="button" className="button quiet" onClick={after(client.discard)}>
        {t('chat.discard')}
      </button>
    </div>
  );
}
