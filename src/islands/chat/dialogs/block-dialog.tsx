import type { ReactElement } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import { useChat } from '../state/chat-context.ts';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before a person is blocked. */
export function BlockDialog({ person }: { person: Person }): ReactElement {
  const { client, t, openDialog, checkOutcome } = useChat();
  const { name } = person;
  return (
    <Dialog title={t('chat.blockTitle', { name })}>
      <p>{t('chat.blockText', { name })}</p>
      <div className="buttons">
        <button
          type="button"
          className="button"
          onClick={async () => {
            openDialog(undefined);
            checkOutcome(await client.block(person, true));
          }}
        >
          {t('chat.block')}
        </button>
        <button type="button" className="button quiet" onClick={() => openDialog(undefined)}>
          {t('chat.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
