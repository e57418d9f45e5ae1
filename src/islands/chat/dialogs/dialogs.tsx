import type { ReactElement } from 'react';

import type { Person } from '../../../contract/person.ts';
import { PeopleList } from '../people/people-list.tsx';
import { type Question, useTools } from '../state/chat-context.ts';
import { BlockDialog } from './block-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';

interface Props {
  question: Question;
  /** Of the room that is shown. */
  people: readonly Person[] | undefined;
}

/** The dialog that is open. */
export function Dialogs({ question, people }: Props): ReactElement {
  const { t } = useTools();
  if (question.is === 'report') return <ReportDialog {...question} />;
  if (question.is === 'block') return <BlockDialog {...question} />;
  return (
    <Dialog title={t('chat.people')}>
      <PeopleList room={question.room} people={people ?? []} />
    </Dialog>
  );
}
