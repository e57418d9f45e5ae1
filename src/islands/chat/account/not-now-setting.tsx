import { type ReactElement, useId, useState } from 'react';

import { useChat } from '../state/chat-context.ts';
import { useLobby } from '../state/lobby-context.ts';
import { timeFormatOf } from '../ui/format-time.ts';

/** The setting that people who are new to the user cannot write for a day. */
export function NotNowSetting(): ReactElement {
  const { client, lang, t, checkOutcome } = useChat();
  const { notNow } = useLobby();
  const [asked, ask] = useState<boolean>();
  const id = useId();
  return (
    <>
      <div className="field check">
        <label htmlFor={id}>{t('requests.notNow')}</label>
        <div className="control">
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-hint`}
            checked={asked ?? notNow !== undefined}
            onChange={async ({ target: { checked } }) => {
              ask(checked);
              checkOutcome(await client.setNotNow(checked));
              ask(undefined);
            }}
          />
        </div>
      </div>
      <p className="hint" id={`${id}-hint`}>
        {notNow ? t('requests.notNowUntil', { when: timeFormatOf(lang).moment(notNow) }) : t('requests.notNowText')}
      </p>
    </>
  );
}
