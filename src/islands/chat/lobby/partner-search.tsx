import { type ReactElement, useState } from 'react';

import { type PartnerKind, PARTNER_KINDS } from '../../../contract/chat-protocol.ts';
import { ownName } from '../../../site/i18n/language-facts.ts';
import { useChat } from '../state/chat-context.ts';
import { searchPartner, lastPartnerSearch } from '../state/last-partner-search.ts';
import { useLobby } from '../state/lobby-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';
import { PartnerKindChoice } from './partner-kind-choice.tsx';

import styles from '../../../styles/chat/choices.css?inline';

adoptStyles(styles);

interface SearchForm {
  lang: string;
  /** `undefined` until the user chooses. */
  iAm: PartnerKind | undefined;
  lookFor: PartnerKind | 'anyone';
}

/** The partner search, below the head of its pane. */
export default function PartnerSearch(): ReactElement {
  const { client, lang, t, checkOutcome } = useChat();
  const lobby = useLobby();
  const [search, setSearch] = useState<SearchForm>(
    () => lastPartnerSearch.current ?? { lang, iAm: undefined, lookFor: 'anyone' },
  );
  const [isAsking, setAsking] = useState(false);
  const languages = [...new Set([lang, ...lobby.rooms.flatMap((room) => room.lang ?? [])])];

  const ask = async (request: () => ReturnType<typeof client.findPartner>): Promise<void> => {
    if (isAsking) return;
    setAsking(true);
    checkOutcome(await request());
    setAsking(false);
    rescueFocus();
  };

  if (lobby.seeking)
    return (
      <div className="blank">
        <span className="beacon" />
        <output className="big">{t('partner.waiting')}</output>
        <p>{t('partner.waitingText')}</p>
        <button type="button" className="button quiet" onClick={() => ask(client.stopPartnerSearch)}>
          {t('partner.cancel')}
        </button>
      </div>
    );
  return (
    <div className="page">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const { iAm } = search;
          if (iAm) void ask(() => searchPartner(client, { ...search, iAm }));
        }}
      >
        <p>{t('partner.lead')}</p>
        <PartnerKindChoice
          label={t('partner.iAm')}
          options={PARTNER_KINDS}
          value={search.iAm}
          onChoose={(iAm) => setSearch({ ...search, iAm })}
        />
        <PartnerKindChoice
          label={t('partner.lookFor')}
          options={['anyone', ...PARTNER_KINDS]}
          value={search.lookFor}
          onChoose={(lookFor) => setSearch({ ...search, lookFor })}
        />
        <label className="picker">
          {t('partner.language')}
          <select value={search.lang} onChange={(event) => setSearch({ ...search, lang: event.target.value })}>
            {languages.map((one) => (
              <option key={one} value={one}>
                {ownName(one)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button" aria-disabled={isAsking || undefined}>
          {t(lastPartnerSearch.current ? 'partner.again' : 'partner.start')}
        </button>
      </form>
    </div>
  );
}
