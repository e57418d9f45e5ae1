import { type ReactElement, useState } from 'react';

import { useTranslate } from '#use-translate';

import { supportsPasskeys } from '../../browser/passkey-support.ts';
import { roomFragment } from '../../contract/chat/public-room.ts';
import { formElementId } from '../../contract/element-ids.ts';
import type { TranslationKey } from '../../site/i18n/translator.ts';
import type { IslandProps } from '../ui/island-props.ts';
import { signInWithPasskey } from '../ui/passkeys-in-browser.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Signs in with a passkey, where the browser supports them. Its space is reserved until then, so that nothing moves. */
export function PasskeyButton(island: IslandProps): ReactElement {
  const t = useTranslate(island);
  const isShown = useHydrated() && supportsPasskeys();
  const [message, setMessage] = useState<TranslationKey>();
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setMessage(undefined);
    const remember = document.getElementById(formElementId('login', 'remember')) as HTMLInputElement;
    const outcome = await signInWithPasskey({ lang: island.lang, ...(remember.checked && { remember: 'on' }) });
    setBusy(false);
    if (outcome && 'next' in outcome) location.assign(outcome.next + roomFragment(location.hash));
    else setMessage(outcome?.messages.form);
  };
  return (
    <div className={isShown ? 'form' : 'form unready'}>
      <button className="button quiet" type="button" aria-disabled={isBusy || undefined} onClick={() => void press()}>
        {t('form.passkey')}
      </button>
      <p className="error" role="alert" hidden={!message}>
        {message && t(message)}
      </p>
    </div>
  );
}
