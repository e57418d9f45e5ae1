import { type ReactElement, type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { useTranslate } from '#use-translate';

import { roomFragment } from '../../contract/chat/public-room.ts';
import { formElementId } from '../../contract/element-ids.ts';
import { type Field, type FormId, forms } from '../../contract/forms.ts';
import type { TranslationKey } from '../../site/i18n/translator.ts';
import { FormField } from './form-field.tsx';
import { type FormMessages, messagesOf, stateOnPage } from './form-messages.ts';
import type { IslandProps } from './island-props.ts';
import { submitForm } from './submit-form.ts';
import { useHydrated } from './use-hydrated.ts';
import { usePageRestore } from './use-page-restore.ts';
import { validateForm } from './validate-form.ts';

interface Props extends IslandProps {
  form: FormId;
  /** Called after success; without it the page is left. */
  onDone?: () => void;
}

/** A form of the contract. Without JavaScript it is a plain form; with it, errors appear without leaving the page. */
export function Form({ form: id, onDone, ...island }: Props): ReactElement {
  const t = useTranslate(island);
  const { action, fields } = forms[id];
  const [{ values, messages: before }] = useState(() => stateOnPage(id));
  const isHydrated = useHydrated();
  const { messages, asked, isSending, submit } = useSubmit(id, before, onDone);
  return (
    <form className="form" method="post" action={action} noValidate={isHydrated} onSubmit={submit}>
      <input type="hidden" name="lang" value={island.lang} />
      {Object.entries<Field>(fields).map(([name, field]) => (
        <FormField
          key={name}
          form={id}
          name={name}
          field={field}
          t={t}
          query={island.query}
          value={values[name]}
          message={messages[name]}
          hidden={field.onDemand === true && !values[name] && !asked.includes(name)}
        />
      ))}
      <p className="error" id={formElementId(id, 'error')} role="alert" tabIndex={-1} hidden={!messages.form}>
        {messages.form && t(messages.form)}
      </p>
      <button className="button" type="submit" aria-disabled={isSending || undefined}>
        {t(isSending ? 'form.sending' : (`form.submit.${id}` satisfies TranslationKey))}
      </button>
    </form>
  );
}

/** Sends a form, and shows its messages. @param before messages that the page came with */
function useSubmit(id: FormId, before: FormMessages, onDone: Props['onDone']) {
  const [messages, setMessages] = useState(before);
  /** Names of all fields that have had a message. */
  const [asked, setAsked] = useState(() => Object.keys(before));
  const [isSending, setSending] = useState(false);
  // The browser may have cached the page during a submit.
  usePageRestore(() => setSending(false));

  /** Shows messages and focuses the first. */
  function show(form: HTMLFormElement, next: FormMessages): void {
    flushSync(() => {
      setMessages(next);
      setAsked([...asked, ...Object.keys(next)]);
      setSending(false);
    });
    form.querySelector<HTMLElement>('[aria-invalid], .error:not([hidden])')?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget;
    event.preventDefault();
    if (isSending) return;
    const errors = validateForm(id, form);
    if (Object.keys(errors).length) return show(form, messagesOf(errors));
    setSending(true);
    setMessages({});
    const outcome = await submitForm(forms[id].action, form);
    if (!('next' in outcome)) show(form, outcome.messages);
    else {
      if (onDone) onDone();
      else location.assign(outcome.next + roomFragment(location.hash));
      // The page stays if the fragment alone changed.
      if (onDone || location.href.endsWith(outcome.next)) {
        form.reset();
        setSending(false);
      }
    }
  }

  return { messages, asked, isSending, submit };
}
