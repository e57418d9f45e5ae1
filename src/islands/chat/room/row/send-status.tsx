import type { ReactElement } from 'react';

import type { ChatError } from '../../../../contract/chat/chat-errors.ts';
import type { PendingMessage } from '../../client/chat-client-types.ts';
import { TEXT_ID } from '../../composer/composer.tsx';
import { insertText } from '../../composer/insert-text.ts';
import { useChat } from '../../state/chat-context.ts';
import { RowButton } from './row-button.tsx';

/** Errors of texts that the service never takes as they are. */
const NEVER_TAKEN: readonly ChatError[] = ['body', 'repeated', 'words'];

/** The state of an unsent message, with buttons to retry, edit or discard it. */
export function SendStatus({ pending: { id, is, text, error } }: { pending: PendingMessage }): ReactElement {
  const { client, t } = useChat();
  if (is === 'sending') return <p className="fact">{t('chat.sending')}</p>;
  const isHeld = error === 'held';
  const isNeverTaken = !!error && NEVER_TAKEN.includes(error);
  // The clicked button disappears, so the composer takes the focus.
  const after = (act: (id: string) => void) => () => {
    act(id);
    document.getElementById(TEXT_ID)?.focus();
  };
  const edit = (): void => {
    const area = document.getElementById(TEXT_ID) as HTMLTextAreaElement | null;
    if (!area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    if (insertText(area, area.value && text ? `\n${text}` : text)) client.discard(id);
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
          <RowButton className="button quiet" onClick={isNeverTaken ? edit : after(client.retry)}>
            {t(isNeverTaken ? 'chat.edit' : 'chat.again')}
          </RowButton>
        </>
      )}
      <RowButton className="button quiet" onClick={after(client.discard)}>
        {t('chat.discard')}
      </RowButton>
    </div>
  );
}
