import type { ReactElement } from 'react';

import type { ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import { useChat } from '../../state/chat-context.ts';
import { RowButton } from './row-button.tsx';

/** The quoted message above a reply. A click scrolls to it. */
export function Quote({ message, onPress }: { message: ChatMessage | undefined; onPress: () => void }): ReactElement {
  const { t } = useChat();
  if (!message) return <p className="quote">{t('chat.earlier')}</p>;
  return (
    <RowButton className="quote" title={t('chat.toQuoted')} onClick={onPress}>
      <bdi>{message.sender.name}</bdi>
      <span dir="auto">{message.text ?? t('chat.deleted')}</span>
    </RowButton>
  );
}
