import { type ReactElement, type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';

import { NOTE_MAX } from '../../../contract/chat/chat-protocol.ts';
import { type ReportReason, REPORT_REASONS } from '../../../contract/moderation/report-reasons.ts';
import type { ChatOutcome, ReportSubject } from '../client/chat-client-types.ts';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { Dialog } from './dialog.tsx';

import styles from '../../../styles/chat/dialogs/choices.css?inline';

adoptStyles(styles);

/** The form to report a person, a message or a call to the moderators. */
export function ReportDialog(subject: ReportSubject): ReactElement {
  const { client, t, openDialog, showToast } = useChat();
  const [outcome, setOutcome] = useState<ChatOutcome>();
  const [isSending, setSending] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { name } = subject.person;

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return undefined;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const reason = fields.get('reason') as ReportReason | null;
    flushSync(() => setMissing(!reason));
    if (!reason) return form.querySelector('input')!.focus();
    setSending(true);
    const note = (fields.get('note') as string).trim();
    const refused = await client.report(subject, reason, note);
    setSending(false);
    setOutcome(refused);
    if (refused) return undefined;
    if (form.isConnected) openDialog(undefined);
    showToast(t('report.thanks'));
    return undefined;
  }

  return (
    <Dialog title={t('report.title', { name })}>
      <form noValidate onSubmit={submit}>
        <fieldset aria-describedby="report-missing">
          <legend>{t('report.why')}</legend>
          {REPORT_REASONS.map((reason) => (
            <label key={reason} className="option">
              <input type="radio" name="reason" value={reason} required />
              {t(`report.${reason}`)}
            </label>
          ))}
          <p className="error" id="report-missing" hidden={!isMissing}>
            {t('chat.choose')}
          </p>
        </fieldset>
        <label>
          {t('report.note')}
          <textarea name="note" rows={3} maxLength={NOTE_MAX} />
        </label>
        <p className="hush">
          {t(subject.waiting ? 'report.alongRequest' : 'report.along', { name })} {subject.call && t('report.call')}
        </p>
        {outcome && (
          <p className="error" role="alert">
            {t(`chatErrors.${outcome}`)}
          </p>
        )}
        <button type="submit" className="button" aria-disabled={isSending || undefined}>
          {t(isSending ? 'form.sending' : 'report.send')}
        </button>
      </form>
    </Dialog>
  );
}
