import { type ReactElement, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { supportsPasskeys } from '../../../browser/passkey-support.ts';
import { forms } from '../../../contract/forms.ts';
import type { Passkey } from '../../../contract/response-schemas.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { FormField } from '../../ui/form-field.tsx';
import type { FormMessages } from '../../ui/form-messages.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import { addPasskey, type PasskeyOutcome, removePasskey } from '../../ui/passkeys-in-browser.ts';
import { DeviceInfo } from './device-info.tsx';
import { Setting } from './setting.tsx';

interface Props {
  passkeys: Passkey[];
  island: IslandProps;
  t: Translate;
  /** Shows the success message. */
  onDone: (message: TranslationKey) => void;
}

/** The passkeys of an account. Adding and removing share a password field. */
export function PasskeysSection({ passkeys, island: { lang, locale }, t, onDone }: Props): ReactElement {
  const { form, messages, isBusy, change } = usePasskeyChange(onDone);
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (supportsPasskeys()) void change((password) => addPasskey(password, lang), 'account.passkeyAdded');
  };
  return (
    <Setting t={t} label={t('account.passkeys')} value={passkeys.map(({ device }) => device).join(' · ')}>
      <p>{t('account.passkeysText')}</p>
      {passkeys.length > 0 && (
        <ul className="sessions">
          {passkeys.map(({ id, host, device, since }) => (
            <li key={id}>
              <DeviceInfo device={device} host={host} since={since} locale={locale} t={t} />
              <button
                className="button quiet"
                type="button"
                aria-label={t('account.removePasskey', { device })}
                aria-disabled={isBusy || undefined}
                onClick={() => void change((password) => removePasskey(id, password, lang), 'account.passkeyRemoved')}
              >
                {t('account.remove')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(passkeys.length > 0 || supportsPasskeys()) && (
        <form className="form" ref={form} onSubmit={add}>
          <FormField
            form="newPasskey"
            name="password"
            field={forms.deletion.fields.password}
            t={t}
            value={undefined}
            message={messages.password}
            hidden={false}
          />
          {supportsPasskeys() && (
            <button className="button" type="submit" aria-disabled={isBusy || undefined}>
              {t('account.addPasskey')}
            </button>
          )}
        </form>
      )}
      <p className="error" role="alert" hidden={!messages.form}>
        {messages.form && t(messages.form)}
      </p>
    </Setting>
  );
}

function usePasskeyChange(onDone: Props['onDone']) {
  const [messages, setMessages] = useState<FormMessages>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** Changes a passkey with the password of the form. @param done the message of success */
  const change = async (work: (password: string) => Promise<PasskeyOutcome>, done: TranslationKey): Promise<void> => {
    const fields = form.current!;
    if (isBusy || !fields.reportValidity()) return;
    setBusy(true);
    setMessages({});
    const outcome = await work(String(new FormData(fields).get('password')));
    setBusy(false);
    if (!outcome) return;
    if ('next' in outcome) {
      fields.reset();
      onDone(done);
    } else {
      flushSync(() => setMessages(outcome.messages));
      fields.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  };
  return { form, messages, isBusy, change };
}
