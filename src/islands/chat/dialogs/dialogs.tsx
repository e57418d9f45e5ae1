import type { ReactElement } from 'react';

import type { Person } from '../../../contract/person.ts';
import { PeopleList } from '../people/people-list.tsx';
import { type DialogRequest, useChat } from '../state/chat-context.ts';
import { BlockDialog } from './block-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';

interface Props {
  request: Exclude<DialogRequest, { type: 'goTo' | 'keys' }>;
  /** People of the shown room. */
  people: readonly Person[] | undefined;
}

/** The open dialog. */
export default function Dialogs({ request, people }: Props): ReactElement {
  const { t } = useChat();
  if (request.type === 'report') return <ReportDialog {...request} />;
  if (request.type === 'block') return <BlockDialog {...request} />;
  return (
    <Dialog title={t('chat.people')}>
      <PeopleList room={request.room} people={people ?? []} />
    </Dialog>
  );
}
