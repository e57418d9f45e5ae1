import type { ReactElement, ReactNode } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';

interface Props {
  t: Translate;
  label: string;
  value?: string;
  /** Label of its button. @default "Change" */
  action?: string;
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
    <summary className="identity">
      <h3>
        {label} <bdi className="hint">{value}</bdi>
      </h3>
      <span className="button quiet">{action}</span>
      <span className="button quiet">{t('chat.close')}</span>
    </summary>
    {children}
  </details>
);
