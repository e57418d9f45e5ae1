import { type ReactElement, useEffect, useRef, useState } from 'react';

import { appealStateOf, canAppeal, type WriteMoment } from '../../../contract/moderation/describe-statement.ts';
import type { Statement } from '../../../contract/moderation/statement.ts';
import { appealDraftOf } from '../browser-data/appeal-drafts.ts';
import type { AccountProps } from '../state/use-account.ts';
import { dateOf } from '../ui/format-time.ts';
import { AppealForm } from './appeal-form.tsx';

/** Props of decisions, with and without the chat. */
export interface DecisionProps extends Omit<AccountProps, 'account'> {
  /** Called after an appeal was sent. */
  onAppealed?: () => void;
}

interface Props extends DecisionProps {
  statement: Statement;
  write: WriteMoment;
}

/** How a decision can be appealed, the form for it, or the appeal with its answer. */
export function AppealView({ statement, write, ...shared }: Props): ReactElement | null {
  const { island, t, readAccount, onAppealed } = shared;
  const { id, appealUntil, undone } = statement;
  const [sent, setSent] = useState<Appeal>();
  // An emptied form stays open.
  const [isOpen] = useState(() => !!appealDraftOf(statement.id));
  const appeal = statement.appeal ?? sent;
  const onSent = (text: string): void => {
    setSent({ text, at: new Date().toISOString() });
    readAccount();
    onAppealed?.();
  };
  if (appeal) return <AppealState appeal={appeal} isNew={!!sent} t={t} write={write} />;
  if (undone) return null;
  const date = dateOf(island.locale, appealUntil);
  if (!canAppeal(statement)) return <p className="hush">{t('decisions.appealEnded', { date })}</p>;
  return (
    <>
      <p className="hush">
        {t('decisions.appealUntil', { date })} {t('decisions.redress')}
      </p>
      <details open={isOpen}>
        <summary>{t('decisions.appeal')}</summary>
        <AppealForm island={island} t={t} decision={id} onSent={onSent} />
      </details>
    </>
  );
}

interface StateProps extends Pick<Props, 't' | 'write'> {
  appeal: Appeal;
  /** Whether it stands in place of its form. */
  isNew: boolean;
}

function AppealState({ appeal, isNew, t, write }: StateProps): ReactElement {
  const { text, at, outcome } = appeal;
  const state = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) state.current!.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <>
      <dl>
        <dt>{t('decisions.ownAppeal', { date: write(at) })}</dt>
        <dd>{text}</dd>
      </dl>
      <p ref={state} tabIndex={-1}>
        <strong>{appealStateOf(appeal, t, write)}</strong> {outcome?.answer}
      </p>
      {outcome?.upheld && <p className="hush">{t('decisions.redress')}</p>}
    </>
  );
}

type Appeal = NonNullable<Statement['appeal']>;
