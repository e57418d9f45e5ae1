import { type ReactElement, useId, useState } from 'react';
import { flushSync } from 'react-dom';

import {
  AGE_GROUPS,
  type AgeGroup,
  PARTNER_KINDS,
  type PartnerSearch,
  TAG_MAX,
  TAGS_MAX,
} from '../../../contract/chat/partner-wishes.ts';
import { cleanTags } from '../../../contract/typed-text/clean-tags.ts';
import { useChat } from '../state/chat-context.ts';
import { lastPartnerSearch } from '../state/last-partner-search.ts';
import { useLobby } from '../state/lobby-context.ts';
import { AgeGroupsChoice, ageGroupName } from './age-groups-choice.tsx';
import { PartnerKindChoice } from './partner-kind-choice.tsx';

interface Props {
  isAsking: boolean;
  onSearch: (search: PartnerSearch) => void;
}

/** The form of the partner search, filled with the last search. */
export function PartnerForm({ isAsking, onSearch }: Props): ReactElement {
  const { lang, names, t } = useChat();
  const lobby = useLobby();
  const last = lastPartnerSearch.current;
  const [search, setSearch] = useState<Partial<PartnerSearch>>(last ?? {});
  const [isMissing, setMissing] = useState(false);
  const [typedTags, setTypedTags] = useState(() => (last?.tags ?? []).join(', '));
  const { lang: sought = lang, iAm, lookFor = 'anyone', age, ages = [] } = search;
  const languages = [...new Set([lang, ...lobby.rooms.flatMap((room) => room.lang ?? [])])];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (iAm) return onSearch({ lang: sought, iAm, lookFor, tags: cleanTags(typedTags.split(',')), age, ages });
        flushSync(() => setMissing(true));
        return event.currentTarget.querySelector('input')!.focus();
      }}
    >
      <p>{t('partner.lead')}</p>
      <PartnerKindChoice
        label={t('partner.iAm')}
        options={PARTNER_KINDS}
        value={iAm}
        isMissing={isMissing && !iAm}
        onChoose={(kind) => setSearch({ ...search, iAm: kind })}
      />
      <PartnerKindChoice
        label={t('partner.lookFor')}
        options={['anyone', ...PARTNER_KINDS]}
        value={lookFor}
        onChoose={(kind) => setSearch({ ...search, lookFor: kind })}
      />
      <TagsField value={typedTags} onType={setTypedTags} />
      <Picker
        label={t('partner.age')}
        value={age ?? ''}
        options={[['', t('partner.noAge')], ...AGE_GROUPS.map((group) => [group, ageGroupName(group)] as const)]}
        onPick={(group) => setSearch({ ...search, age: (Number(group) || undefined) as AgeGroup | undefined })}
      />
      <AgeGroupsChoice value={ages} onChoose={(groups) => setSearch({ ...search, ages: groups })} />
      <Picker
        label={t('partner.language')}
        value={sought}
        options={languages.map((one) => [one, names[one] ?? one])}
        onPick={(one) => setSearch({ ...search, lang: one })}
      />
      <button type="submit" className="button" aria-disabled={isAsking || undefined}>
        {t(last ? 'partner.again' : 'partner.start')}
      </button>
    </form>
  );
}

function TagsField({ value, onType }: { value: string; onType: (value: string) => void }): ReactElement {
  const { t } = useChat();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('partner.tags')}</label>
      <p className="hint" id={`${id}-hint`}>
        {t('partner.tagsHint', { count: TAGS_MAX })}
      </p>
      <div className="control">
        <input
          id={id}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          maxLength={TAGS_MAX * (TAG_MAX + 2)}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
    </div>
  );
}

interface PickerProps {
  label: string;
  value: string | number;
  options: (readonly [value: string | number, text: string])[];
  onPick: (value: string) => void;
}

const Picker = ({ label, value, options, onPick }: PickerProps): ReactElement => (
  <label className="picker">
    {label}
    <select value={value} onChange={({ target }) => onPick(target.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
