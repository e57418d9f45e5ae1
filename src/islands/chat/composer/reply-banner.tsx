import type { ReactElement } from 'react';

import type { ChatMessage } from '../../../contract/chat-protocol.ts';
import { useChat } from '../state/chat-context.ts';
import { Icon } from '../ui/icon.tsx';

interface Props {
  /** The message that is answered, if it is there. */
  answered: ChatMessage | undefined;
  isEdit: boolean;
  onDrop: () => void;
}

/** Says above the field what one is writing. */
export function ReplyBanner({ answered, isEdit, onDrop }: Props): ReactElement {
  const { t } = useChat();
  return (
    <div className="aimed">
      <p>
        <strong>
          {isEdit ? t('chat.editing') : t('chat.replyTo', { name: answered?.sender.name ?? t('chat.earlier') })}
        </strong>
        {!isEdit && <span dir="auto">{answered?.text}</span>}
      </p>
      <button type="button" className="tool" aria-label={t('chat.cancel')} onClick={onDrop}>
        <Icon name="close" />
      </button>
    </div>
  );
}
