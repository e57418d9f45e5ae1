import type { ReactElement } from 'react';

import { actions } from '../../contract/api-paths.ts';
import type { Translate } from '../../site/i18n/translator.ts';

/** The plain form that stops the change of an address. It needs no script. */
export const StopAddressChange = ({ t }: { t: Translate }): ReactElement => (
  <form className="form" method="post" action={actions.stopAddress}>
    <p>{t('form.stopAddressHint')}</p>
    <button className="button quiet" type="submit">
      {t('form.stopAddress')}
    </button>
  </form>
);
