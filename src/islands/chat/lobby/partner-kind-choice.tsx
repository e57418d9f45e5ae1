import { type ReactElement, useId } from 'react';

import type { PartnerKind } from '../../../contract/partner-search.ts';
import { useChat } from '../state/chat-context.ts';

interface Props<Option extends PartnerKind | 'anyone'> {
  label: string;
  options: readonly Option[];
  value: Option | undefined;
  onChoose: (option: Option) => void;
}

/** Radio buttons for kinds of partners. */
export function PartnerKindChoice<Option extends PartnerKind | 'anyone'>({
  label,
  options,
  value,
  onChoose,
}: Props<Option>): ReactElement {
  const { t } = useChat();
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="chip">
          <input type="radio" name={name} required checked={option === value} onChange={() => onChoose(option)} />
          {t(`partner.${option}`)}
        </label>
      ))}
    </fieldset>
  );
}
