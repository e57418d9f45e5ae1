import type { ReactElement } from 'react';

import type { RoomFacts } from '../../../contract/chat/chat-protocol.ts';
import { useChat } from '../state/chat-context.ts';
import { useLeave } from '../state/use-leave.ts';
import { useNextPartner } from '../state/use-next-partner.ts';

/** The partner's kind and wish, with the buttons that leave the partner and that search the next partner. */
export function PartnerBar({ facts }: { facts: RoomFacts }): ReactElement {
  const { t } = useChat();
  const leave = useLeave(facts);
  const next = useNextPartner(facts);
  const { wish, search } = facts;
  return (
    <div className="partner">
      {wish && (
        <p>
          {t(`partner.${wish.iAm}`)} · {t('partner.looksFor', { text: t(`partner.${wish.lookFor}`) })}
          {wish.tags?.map((tag) => (
            <bdi key={tag} data-common={search?.tags?.includes(tag)}>
              {tag}
            </bdi>
          ))}
        </p>
      )}
      <button type="button" className="button quiet" onClick={leave}>
        {t('chat.leave')}
      </button>
      <button type="button" className="button quiet" onClick={next}>
        {t('partner.next')}
      </button>
    </div>
  );
}
