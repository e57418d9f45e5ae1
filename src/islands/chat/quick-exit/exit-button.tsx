import { type ReactElement, useEffect } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';
import type { ChatClient } from '../client/state.ts';
import { Icon } from '../ui/icon.tsx';
import { countTaps } from './count-key-presses.ts';
import { exit } from './quick-exit.ts';

interface Props {
  client: ChatClient;
  t: Translate;
}

/** The way out when somebody comes near. */
export const ExitButton = ({ client, t }: Props): ReactElement => (
  <button type="button" className="exit" title={t('chat.exitHint')} onClick={() => exit(client)}>
    <Icon name="exit" />
    {t('chat.exit')}
  </button>
);

/** The same by key, wherever somebody is. */
export function useExitKey(client: ChatClient): void {
  useEffect(() => {
    const isThird = countTaps('Shift');
    const onKey = (event: KeyboardEvent): void => {
      if (isThird(event)) exit(client);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [client]);
}
