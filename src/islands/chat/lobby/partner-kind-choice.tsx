import { type ReactElement, useId } from 'react';

import type { PartnerKind } from '../../../contract/chat/partner-wishes.ts';
import { useChat } from '../state/chat-context.ts';

interface Props<Option extends PartnerKind | 'anyone'> {
  label: string;
  options: readonly Option[];
  value: Option | undefined;
  /** Whether the form was submitted without a choice. */
  isMissing?: boolean;
  onChoose: (option: Option) => void;
}

/** Radio buttons for kinds of partners. */
export function PartnerKindChoice<Option extends PartnerKind | 'anyone'>({
  label,
  options,
  value,
  isMissing,
  onChoose,
}: Props<Option>): ReactElement {
  const { t } = useChat();
  const name = useId();
  return (
    <fieldset className="choice" aria-describedby={`${name}-missing`}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="chip">
          <input type="radio" name={name} required checked={option === value} onChange={() => onChoose(option)} />
          {t(`partner.${option}`)}
        </label>
      ))}
      <p className="error" id={`${name}-missing`} hidden={!isMissing}>
        {t('chat.choose')}
      </p>
    </fieldset>
  );
}
