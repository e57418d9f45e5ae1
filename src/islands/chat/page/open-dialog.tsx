import type { ReactElement } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import { BlockDialog } from '../dialogs/block-dialog.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { ReportDialog } from '../dialogs/report-dialog.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { type DialogRequest, useChat } from '../state/chat-context.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// Few people use them.
const GoTo = lazyPart(() => import('../keyboard/go-to.tsx'));
const KeyList = lazyPart(() => import('../keyboard/key-list.tsx'));

interface Props {
  request: DialogRequest;
  /** People of the shown room. */
  people: readonly Person[] | undefined;
}

/** The open dialog. */
export default function OpenDialog({ request, people }: Props): ReactElement {
  const { t, openDialog } = useChat();
  const close = (): void => openDialog(undefined);
  if (request.type === 'goTo') return <GoTo onFailed={close} />;
  if (request.type === 'keys') return <KeyList onFailed={close} />;
  if (request.type === 'report') return <ReportDialog {...request} />;
  if (request.type === 'block') return <BlockDialog {...request} />;
  return (
    <Dialog title={t('chat.people')}>
      <PeopleList room={request.room} people={people ?? []} />
    </Dialog>
  );
}
