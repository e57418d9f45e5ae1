import { type ReactElement, type SubmitEvent, useId, useRef, useState } from 'react';

import { actions } from '../../../contract/api-paths.ts';
import { APPEAL_MAX } from '../../../contract/moderation/protocol.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { FormMessages } from '../../ui/form-messages.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import { submitForm } from '../../ui/submit-form.ts';
import { appealDraftOf, saveAppealDraft } from '../browser-data/appeal-drafts.ts';

interface Props {
  island: IslandProps;
  t: Translate;
  decision: string;
  onSent: (text: string) => void;
}

/** The form of an appeal. Its text survives a reload of the page until it is sent. */
export function AppealForm({ island: { lang, locale }, t, decision, onSent }: Props): ReactElement {
  const [text, setText] = useState(() => appealDraftOf(decision));
  const [messages, setMessages] = useState<FormMessages>({});
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isTooLong = text.length > APPEAL_MAX;
  const error = messages.text ?? messages.form;
  const number = new Intl.NumberFormat(locale);

  function change(changed: string): void {
    setText(changed);
    setMessages({});
    saveAppealDraft(decision, changed);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    // The counter says why.
    if (isTooLong) return field.current!.focus();
    setSending(true);
    const outcome = await submitForm(actions.appeal, { decision, text, lang });
    setSending(false);
    if ('messages' in outcome) return setMessages(outcome.messages);
    saveAppealDraft(decision, '');
    onSent(text);
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>{t('decisions.why')}</label>
      <textarea
        id={id}
        ref={field}
        rows={6}
        required
        value={text}
        aria-invalid={isTooLong || !!messages.text || undefined}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => change(target.value)}
      />
      <p className={isTooLong ? 'error' : 'hush'} id={`${id}-count`}>
        {number.format(text.length)} / {number.format(APPEAL_MAX)}
      </p>
      <p className="error" role="alert" hidden={!error}>
        {error && t(error)}
      </p>
      <button type="submit" className="button quiet" aria-disabled={isSending || undefined}>
        {t(isSending ? 'form.sending' : 'decisions.send')}
      </button>
    </form>
  );
}
