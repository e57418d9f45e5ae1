import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';

import { actions } from '../../../contract/api-paths.ts';
import type { Call } from '../../../contract/chat/call-protocol.ts';
import type { ShownChange } from '../../../contract/response-schemas.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import { submitForm } from '../../ui/submit-form.ts';
import { useChat } from '../state/chat-context.ts';
import type { AccountProps } from '../state/use-account.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { BlockLink } from '../ui/block-link.tsx';
import { dateOf } from '../ui/format-time.ts';
import { IconButton } from '../ui/icon.tsx';
import { rescueFocus } from '../ui/rescue-focus.ts';
import { Dialog } from './dialog.tsx';

import styles from '../../../styles/chat/dialogs/rule-changes.css?inline';

adoptStyles(styles);

/** Props of new rules and decisions, whose dialogs wait for the end of a call. */
export interface NoticeProps extends Omit<AccountProps, 't'> {
  /** A call, prepared, ringing, active or over. */
  call: Partial<Call> | null | undefined;
}

/** Changes of the rules: a dialog with those in force since the last visit, and a line about those that come within a week. */
export default function RuleChanges({ island, account, readAccount, call }: NoticeProps): ReactElement {
  const { changes, coming } = account;
  const [isClosed, close] = useState(false);
  // The buttons of a call must stay within reach.
  const isCalling = call && call.is !== 'over';
  const notifyTabs = useAnswersInOtherTabs(readAccount);
  const onAnswered = (): void => {
    notifyTabs();
    readAccount();
  };
  return (
    <>
      {coming && <ComingChanges island={island} changes={coming} onAnswered={onAnswered} />}
      {changes && !isClosed && !isCalling && (
        <NewChanges island={island} changes={changes} onAnswered={onAnswered} onClose={() => close(true)} />
      )}
    </>
  );
}

interface Props {
  island: IslandProps;
  changes: ShownChange[];
  onAnswered: () => void;
}

function NewChanges({ island, changes, onAnswered, onClose }: Props & { onClose: () => void }): ReactElement {
  const { t } = useChat();
  const answer = useAnswer('accepted', changes, onAnswered);
  return (
    <Dialog title={t('changes.title')} onClose={onClose}>
      <p>{t('changes.text')}</p>
      <ul className="changes">
        {changes.map((change) => (
          <li key={change.key}>
            <h3>
              <BlockLink island={island} path={change.path} title={change.title} />
            </h3>
            <p>{change.note}</p>
            <p className="hush">{t('changes.since', { date: dateOf(island.locale, change.inForce) })}</p>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={answer}>
        {t('changes.accept')}
      </button>
    </Dialog>
  );
}

function ComingChanges({ island, changes, onAnswered }: Props): ReactElement {
  const { t } = useChat();
  const answer = useAnswer('dismissed', changes, onAnswered);
  // The button disappears with the line.
  useEffect(() => rescueFocus, []);
  const days = [...Map.groupBy(changes, ({ inForce }) => inForce)];
  return (
    <aside className="coming" aria-label={t('changes.title')}>
      <div>
        {days.map(([day, ofDay]) => (
          <p key={day}>
            {t('changes.coming', { date: dateOf(island.locale, day) })}{' '}
            {ofDay.map((change) => (
              <BlockLink key={change.key} island={island} path={change.path} title={change.title} />
            ))}
          </p>
        ))}
      </div>
      <IconButton icon="close" label={t('chat.close')} onClick={answer} />
    </aside>
  );
}

/** @returns a function that sends an answer to the shown changes, once at a time */
function useAnswer(
  answer: 'accepted' | 'dismissed',
  changes: ShownChange[],
  onAnswered: () => void,
): () => Promise<void> {
  const { t, lang, showToast } = useChat();
  const isSending = useRef(false);
  return async () => {
    if (isSending.current) return;
    isSending.current = true;
    const outcome = await submitForm(actions.changes, { [answer]: changes.map(({ key }) => key).join(' '), lang });
    isSending.current = false;
    if ('next' in outcome) onAnswered();
    else showToast(t(outcome.messages.form ?? 'chat.unreachable'));
  };
}

/** Reads the account when another tab has sent an answer. @returns a function that tells the other tabs of an answer */
function useAnswersInOtherTabs(readAccount: () => void): () => void {
  const tabs = useRef<BroadcastChannel>(undefined);
  const read = useEffectEvent(readAccount);
  useEffect(() => {
    const channel = new BroadcastChannel('rule-changes');
    tabs.current = channel;
    channel.addEventListener('message', read);
    return () => channel.close();
  }, []);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is bound to its origin
  return () => tabs.current?.postMessage('');
}
