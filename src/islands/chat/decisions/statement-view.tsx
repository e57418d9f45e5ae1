import { type ReactElement, useId, useRef, useState } from 'react';

import { actions } from '../../../contract/api-paths.ts';
import { actOf, basisOf, isOverturned } from '../../../contract/moderation/describe-statement.ts';
import type { Statement } from '../../../contract/moderation/statement.ts';
import type { Translate, TranslationKey } from '../../../site/i18n/translator.ts';
import { submitForm } from '../../ui/submit-form.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { BlockLink } from '../ui/block-link.tsx';
import { timeFormatOf } from '../ui/format-time.ts';
import { AppealView, type DecisionProps } from './appeal-view.tsx';

import styles from '../../../styles/chat/decisions.css?inline';

adoptStyles(styles);

interface Props extends DecisionProps {
  statement: Statement;
}

/** A decision with its reasons, its appeal, and a button that confirms having read it. */
export function StatementView({ statement, ...shared }: Props): ReactElement {
  const { island, t, readAccount } = shared;
  const { id: decision, undone, read } = statement;
  const { moment } = timeFormatOf(island.locale);
  const write = (at: string): string => moment(Date.parse(at));
  const [error, setError] = useState<TranslationKey>();
  const isSending = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  async function confirm(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    const outcome = await submitForm(actions.readDecision, { decision, lang: island.lang });
    isSending.current = false;
    if ('messages' in outcome) return setError(outcome.messages.form ?? 'errors.body');
    setError(undefined);
    // The button disappears.
    heading.current?.focus({ preventScroll: true });
    readAccount();
  }

  return (
    <article className="statement" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {actOf(statement, t, write)}
      </h3>
      {undone && (
        <p>
          <strong>{t('decisions.undone', { date: write(undone.at) })}</strong> {!isOverturned(statement) && undone.note}
        </p>
      )}
      <p className="hush">{basisOf(statement, t, write)}</p>
      <Reasons statement={statement} island={island} t={t} />
      <AppealView {...shared} statement={statement} write={write} />
      <p className="error" role="alert" hidden={!error}>
        {error && t(error)}
      </p>
      {!read && (
        <button type="button" className="button" onClick={confirm}>
          {t('decisions.read')}
        </button>
      )}
    </article>
  );
}

/** The reasons of a decision: its facts, its rule, and the texts that it removed. */
const Reasons = ({ statement, island, t }: Pick<Props, 'statement' | 'island' | 't'>): ReactElement => {
  const { facts, rule, room, removed } = statement;
  return (
    <dl>
      <dt>{t('decisions.facts')}</dt>
      <dd>{facts}</dd>
      {rule && (
        <>
          <dt>{t('decisions.rule')}</dt>
          <dd>
            <BlockLink island={island} {...rule} />
          </dd>
        </>
      )}
      {removed.length > 0 && (
        <>
          <dt>{[t('decisions.removed'), ...(room ? [topicOf(room, t)] : [])].join(', ')}</dt>
          {removed.map((text, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the texts never change, and can be equal
            <dd key={index}>
              <q>{text}</q>
            </dd>
          ))}
        </>
      )}
    </dl>
  );
};

/** The topic of a public room, such as `en.lounge`. */
const topicOf = (room: string, t: Translate): string => t(`topics.${room.split('.')[1]}` as TranslationKey);
