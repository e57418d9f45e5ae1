import type { ReactElement } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';

interface Props {
  device: string;
  host: string;
  /** ISO 8601. */
  since: string;
  locale: string;
  t: Translate;
}

/** A device of the account: its name, its host and its date. */
export const DeviceInfo = ({ device, host, since, locale, t }: Props): ReactElement => (
  <p>
    <strong>{device}</strong>
    <span className="hint">
      {`${host}, ${t('account.since', { date: new Date(since).toLocaleDateString(locale, { dateStyle: 'long' }) })}`}
    </span>
  </p>
);
