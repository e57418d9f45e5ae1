import { type ReactElement, type SubmitEvent, useRef, useState } from 'react';

import type { Passkey } from '../../contract/answers.ts';
import { forms, passkeyActions } from '../../contract/forms.ts';
import type { Translate } from '../../i18n/t.ts';
import { FormField } from '../ui/form-field.tsx';
import type { Messages } from '../ui/messages.ts';
import { addPasskey, hasPasskeys } from '../ui/passkeys.ts';
import { ActionButton } from './action-button.tsx';

interface Props {
  passkeys: Passkey[];
  lang: string;
  t: Translate;
  onChanged: () => void;
}

/** The passkeys of an account, and a form that adds one where the browser can. */
export function PasskeysSection({ passkeys, lang, t, onChanged }: Props): ReactElement {
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'long' });
  const [messages, setMessages] = useState<Messages>({});
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = (): void => {
    setMessages({});
    onChanged();
    heading.current?.focus();
  };
  const add = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setMessages({});
    const outcome = await addPasskey(String(new FormData(form).get('password')), lang);
    setBusy(false);
    if (!outcome) return;
    if (!('next' in outcome)) return setMessages(outcome.messages);
    form.reset();
    changed();
  };
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        {t('account.passkeys')}
      </h3>
      <p>{t('account.passkeysText')}</p>
      {passkeys.length > 0 && (
        <ul className="sessions">
          {passkeys.map(({ id, host, device, since }) => (
            <li key={id}>
              <p>
                <strong>{device}</strong>
                <span className="hint">
                  {[host, t('account.since', { date: days.format(new Date(since)) })].join(', ')}
                </span>
              </p>
              <ActionButton
                action={passkeyActions.remove}
                values={{ passkey: id }}
                label={t('account.removePasskey', { device })}
                onDone={changed}
                onRefused={setMessages}
              >
                {t('account.remove')}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() && (
        <form className="form" onSubmit={(event) => void add(event)}>
          <FormField
            form="newPasskey"
            name="password"
            field={forms.deletion.fields.password}
            t={t}
            value={undefined}
            message={messages.password}
            hidden={false}
          />
          <button className="button" type="submit" aria-disabled={isBusy || undefined}>
            {t('account.addPasskey')}
          </button>
        </form>
      )}
      <p className="error" role="alert" hidden={!messages.form}>
        {messages.form && t(messages.form)}
      </p>
    </section>
  );
}
