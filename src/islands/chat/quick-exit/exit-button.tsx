import type { ReactElement } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';
import { exitLink } from './quick-exit.ts';

/** The quick exit of a dialog, which makes the link in the header of the page inert. */
export const ExitButton = ({ t }: { t: Translate }): ReactElement => (
  <button type="button" className="exit" title={t('chat.exitHint')} onClick={() => exitLink()!.click()}>
    {t('chat.exit')}
  </button>
);
