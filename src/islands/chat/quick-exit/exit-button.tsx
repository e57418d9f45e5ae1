import { type ReactElement, useEffect } from 'react';

import type { Translate } from '../../../site/i18n/translator.ts';
import type { ChatClient } from '../client/chat-client-types.ts';
import { Icon } from '../ui/icon.tsx';
import { countKeyPresses } from './count-key-presses.ts';
import { quickExit } from './quick-exit.ts';

interface Props {
  client: ChatClient;
  t: Translate;
}

/** The button that blanks the page at once. */
export const ExitButton = ({ client, t }: Props): ReactElement => (
  <button type="button" className="exit" title={t('chat.exitHint')} onClick={() => quickExit(client)}>
    <Icon name="exit" />
    {t('chat.exit')}
  </button>
);

/** Blanks the page when Shift is pressed three times. */
export function useExitKey(client: ChatClient): void {
  useEffect(() => {
    const isThird = countKeyPresses('Shift');
    const onKey = (event: KeyboardEvent): void => {
      if (isThird(event)) quickExit(client);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [client]);
}
