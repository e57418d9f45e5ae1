import { type ReactElement, useState } from 'react';

import { type PartnerKind, PARTNER_KINDS } from '../../../contract/chat-protocol.ts';
import { ownName } from '../../../site/i18n/languages.ts';
import { useTools } from '../state/chat-context.ts';
import { seekAgain, wishes } from '../state/last-partner-search.ts';
import { PaneHead, rescueFocus } from '../ui/pane-head.tsx';
import { Choice } from '../ui/radio-group.tsx';

interface Wish {
  lang: string;
  /** Not chosen yet. */
  iAm: PartnerKind | undefined;
  lookFor: PartnerKind | 'anyone';
}

/** Finds somebody to talk to. */
export function PartnerView(): ReactElement {
  const { client, lobby, lang, t, check } = useTools();
  const [wish, setWish] = useState<Wish>(() => wishes.last ?? { lang, iAm: undefined, lookFor: 'anyone' });
  const [isAsking, setAsking] = useState(false);
  const languages = [...new Set([lang, ...lobby.rooms.flatMap((room) => room.lang ?? [])])];

  const ask = async (request: () => ReturnType<typeof client.seek>): Promise<void> => {
    if (isAsking) return;
    setAsking(true);
    check(await request());
    setAsking(false);
    rescueFocus();
  };

  return (
    <div className="pane main">
      <PaneHead title={t('partner.title')} />
      {lobby.seeking ? (
        <div className="blank">
          <span className="beacon" />
          <output className="big">{t('partner.waiting')}</output>
          <p>{t('partner.waitingText')}</p>
          <button type="button" className="button quiet" onClick={() => ask(client.stopSeeking)}>
            {t('partner.cancel')}
          </button>
        </div>
      ) : (
        <div className="page">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const { iAm } = wish;
              if (iAm) void ask(() => seekAgain(client, { ...wish, iAm }));
            }}
          >
            <p>{t('partner.lead')}</p>
            <Choice
              label={t('partner.iAm')}
              options={PARTNER_KINDS}
              value={wish.iAm}
              onChoose={(iAm) => setWish({ ...wish, iAm })}
            />
            <Choice
              label={t('partner.lookFor')}
              options={['anyone', ...PARTNER_KINDS]}
              value={wish.lookFor}
              onChoose={(lookFor) => setWish({ ...wish, lookFor })}
            />
            <label className="picker">
              {t('partner.language')}
              <select value={wish.lang} onChange={(event) => setWish({ ...wish, lang: event.target.value })}>
                {languages.map((one) => (
                  <option key={one} value={one}>
                    {ownName(one)}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button" aria-disabled={isAsking || undefined}>
              {t(wishes.last ? 'partner.again' : 'partner.start')}
            </button>
          </form>
        </div>
      )}
    </div>
  );
}
