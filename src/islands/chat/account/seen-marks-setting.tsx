import { type ReactElement, useId, useState } from 'react';

import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';

/** The setting whether the user shows and sees which messages of a conversation were seen. */
export function SeenMarksSetting(): ReactElement {
  const { client, t, checkOutcome } = useChat();
  const { seenMarks = true } = useLobby();
  const [asked, ask] = useState<boolean>();
  const id = useId();
  return (
    <>
      <div className="field check">
        <label htmlFor={id}>{t('account.showSeen')}</label>
        <div className="control">
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-hint`}
            checked={asked ?? seenMarks}
            onChange={async ({ target: { checked } }) => {
              ask(checked);
              checkOutcome(await client.showSeen(checked));
              ask(undefined);
            }}
          />
        </div>
      </div>
      <p className="hint" id={`${id}-hint`}>
        {t('account.showSeenText')}
      </p>
    </>
  );
}
