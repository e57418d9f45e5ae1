import { type ReactElement, Suspense, useState } from 'react';

import { Dialog } from '../dialogs/dialog.tsx';
import type { NoticeProps } from '../dialogs/rule-changes.tsx';
import { useChat } from '../state/chat-context.ts';
import { StatementView } from './statement-view.tsx';
import { useAllTranslations } from './use-all-translations.ts';

/** A dialog with the first decision that the user has not confirmed having read. Closed, it returns with the next visit. */
export default function DecisionNotice(props: NoticeProps): ReactElement {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  );
}

function Notice({ island, account, readAccount, call }: NoticeProps): ReactElement | null {
  const { showToast } = useChat();
  const t = useAllTranslations(island);
  const [closed, setClosed] = useState<string[]>([]);
  const unread = account.decisions?.filter(({ id, read }) => !read && !closed.includes(id)) ?? [];
  const first = unread.at(-1);
  // The buttons of a call must stay within reach.
  if (!first || (call && call.is !== 'over')) return null;
  return (
    <Dialog
      key={first.id}
      title={t('decisions.title')}
      onClose={() => setClosed([...closed, ...unread.map(({ id }) => id)])}
    >
      <StatementView
        island={island}
        t={t}
        statement={first}
        readAccount={readAccount}
        onAppealed={() => showToast(t('decisions.sent'))}
      />
    </Dialog>
  );
}
