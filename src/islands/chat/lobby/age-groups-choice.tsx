import { type ReactElement, useId } from 'react';

import { AGE_GROUPS, type AgeGroup } from '../../../contract/chat/partner-wishes.ts';
import { useChat } from '../state/chat-context.ts';

interface Props {
  value: readonly AgeGroup[];
  onChoose: (groups: AgeGroup[]) => void;
}

/** Checkboxes for the age groups of a partner. */
export function AgeGroupsChoice({ value, onChoose }: Props): ReactElement {
  const { t } = useChat();
  const hint = useId();
  return (
    <fieldset className="choice" aria-describedby={hint}>
      <legend>{t('partner.ages')}</legend>
      {AGE_GROUPS.map((group) => (
        <label key={group} className="chip">
          <input
            type="checkbox"
            checked={value.includes(group)}
            onChange={({ target }) =>
              onChoose(AGE_GROUPS.filter((one) => (one === group ? target.checked : value.includes(one))))
            }
          />
          {ageGroupName(group)}
        </label>
      ))}
      <p className="hint" id={hint}>
        {t('partner.agesHint')}
      </p>
    </fieldset>
  );
}

/** The ages of a group, such as `25–34` or `55+`. */
export function ageGroupName(group: AgeGroup): string {
  const next = AGE_GROUPS[AGE_GROUPS.indexOf(group) + 1];
  return next ? `${group}–${next - 1}` : `${group}+`;
}
