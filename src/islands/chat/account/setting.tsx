import type { ReactElement, ReactNode } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';

interface Props {
  t: Translate;
  label: string;
  value?: string | undefined;
  /** Label of its button. @default "Change" */
  action?: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A setting of the account with its value, and its form behind a button. The browser keeps a single one open. */
export const Setting = ({ t, label, value, action = t('account.change'), isOpen, children }: Props): ReactElement => (
  <details
    className="setting"
    name="setting"
    open={isOpen}
    onToggle={({ currentTarget }) => {
      if (currentTarget.open) currentTarget.querySelector<HTMLElement>('.control input')?.focus();
    }}
  >
    <summary>
      <h3>{label}</h3>
      <span className="hint">{value}</span>
      <span className="act">{action}</span>
      <span className="act">{t('chat.close')}</span>
    </summary>
    {children}
  </details>
);
