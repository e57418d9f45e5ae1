import { type ReactElement, useState } from 'react';

import type { ChatOutcome } from '../client/chat-client-types.ts';
import { useChat } from '../state/chat-context.ts';
import { searchPartner } from '../state/last-partner-search.ts';
import { useLobby } from '../state/lobby-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';
import { PartnerForm } from './partner-form.tsx';

import styles from '../../../styles/chat/dialogs/choices.css?inline';

adoptStyles(styles);

/** The partner search, below the head of its pane. */
export default function PartnerSearch(): ReactElement {
  const { client, t, checkOutcome } = useChat();
  const { seeking } = useLobby();
  const [isAsking, setAsking] = useState(false);

  const ask = async (request: () => Promise<ChatOutcome>): Promise<void> => {
    if (isAsking) return;
    setAsking(true);
    checkOutcome(await request());
    setAsking(false);
    rescueFocus();
  };

  return seeking ? (
    <div className="blank">
      <span className="beacon" />
      <output className="big">{t('partner.waiting')}</output>
      <p>{t('partner.waitingText')}</p>
      <button type="button" className="button quiet" onClick={() => ask(client.stopPartnerSearch)}>
        {t('partner.cancel')}
      </button>
    </div>
  ) : (
    <div className="page">
      <PartnerForm isAsking={isAsking} onSearch={(search) => void ask(() => searchPartner(client, search))} />
    </div>
  );
}
