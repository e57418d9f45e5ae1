import { createElement, type ReactElement, useEffect, useEffectEvent, useState } from 'react';

import { useChat } from '../state/chat-context.ts';
import { PaneHead } from '../ui/pane-head.tsx';
import type { AccountProps } from './account-page.tsx';

/** The pane of the account. Loads its script. */
export function LazyAccountPage(props: AccountProps): ReactElement {
  const { t, showToast } = useChat();
  const [page, setPage] = useState<typeof import('./account-page.tsx')>();
  const fail = useEffectEvent(() => showToast(t('chat.unreachable')));
  useEffect(() => {
    import('./account-page.tsx').then(setPage, fail);
  }, []);
  return (
    <div className="pane main">
      <PaneHead title={t('chat.account')} />
      <div className="page">{page && createElement(page.default, props)}</div>
    </div>
  );
}
