import type { ReactElement } from 'react';

import { useChat } from '../state/chat-context.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PaneHead } from '../ui/pane-head.tsx';
import type { AccountProps } from './account-page.tsx';

const AccountPage = lazyPart(() => import('./account-page.tsx'));

/** The pane of the account. */
export function LazyAccountPage(props: AccountProps): ReactElement {
  const { t } = useChat();
  return (
    <div className="pane main">
      <PaneHead title={t('chat.account')} />
      <div className="page">
        <AccountPage {...props} />
      </div>
    </div>
  );
}
