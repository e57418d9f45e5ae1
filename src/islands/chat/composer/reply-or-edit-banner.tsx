import type { ReactElement } from 'react';

import type { ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import { useChat } from '../state/chat-context.ts';
import { IconButton } from '../ui/icon.tsx';

interface Props {
  /** The message that is replied to, where it is loaded. */
  answered: ChatMessage | undefined;
  isEdit: boolean;
  onDrop: () => void;
}

/** Says above the text field which message is replied to or edited. */
export function ReplyOrEditBanner({ answered, isEdit, onDrop }: Props): ReactElement {
  const { t } = useChat();
  return (
    <div className="aimed">
      <p>
        <strong>
          {isEdit ? t('chat.editing') : t('chat.replyTo', { name: answered?.sender.name ?? t('chat.earlier') })}
        </strong>
        {!isEdit && <span dir="auto">{answered?.text}</span>}
      </p>
      <IconButton icon="close" label={t('chat.cancel')} onClick={onDrop} />
    </div>
  );
}
