import type { ReactElement } from 'react';

import { dateLocale } from '../../../site/i18n/date-locale.ts';
import type { Translate } from '../../../site/i18n/translator.ts';

interface Props {
  device: string;
  host: string;
  /** ISO 8601. */
  since: string;
  lang: string;
  t: Translate;
}

/** A device of the account: its name, its host and its date. */
export const DeviceInfo = ({ device, host, since, lang, t }: Props): ReactElement => (
  <p>
    <strong>{device}</strong>
    <span className="hint">
      {`${host}, ${t('account.since', { date: new Date(since).toLocaleDateString(dateLocale(lang), { dateStyle: 'long' }) })}`}
    </span>
  </p>
);
