import { useCallback, useEffect, useRef, useState } from 'react';

import type { Account } from '../../../contract/response-schemas.ts';
import type { Translate } from '../../../site/i18n/translator.ts';
import type { IslandProps } from '../../ui/island-props.ts';
import { usePageRestore } from '../../ui/use-page-restore.ts';
import { readAccount } from './read-account.ts';

/** Props of components that show the account. */
export interface AccountProps {
  island: IslandProps;
  t: Translate;
  account: Account;
  readAccount: () => void;
}

interface AccountState {
  /** Missing until the service has answered. */
  account?: Account | 'signedOut';
  /** Whether the last request to the service failed. */
  isUnreachable: boolean;
}

/**
 * The account of the session, and a function that reads it again.
 * @param loadStyles loads the styles of the chat of a signed-in user, at the same time; a constant function
 */
export function useAccount(loadStyles: () => Promise<void>): [AccountState, read: () => void] {
  const [known, setKnown] = useState<AccountState>({ isUnreachable: false });
  const asked = useRef(0);
  /** Number of the request whose answer is shown. */
  const answered = useRef(0);
  const read = useCallback(() => {
    asked.current += 1;
    const number = asked.current;
    /** Of two answers, that of the later request is newer. */
    const show = (account?: AccountState['account']): void => {
      if (number < answered.current) return;
      if (account) answered.current = number;
      setKnown((before) => (account ? { account, isUnreachable: false } : { ...before, isUnreachable: true }));
    };
    void Promise.all([readAccount(), loadStyles()]).then(
      ([account]) => show(account),
      () => show(),
    );
  }, [loadStyles]);
  useEffect(() => {
    read();
    addEventListener('online', read);
    return () => removeEventListener('online', read);
  }, [read]);
  // The user may have signed out since the browser cached the page: it shows nothing before it is loaded again.
  useEffect(() => {
    const hide = (): void => void (document.body.hidden = true);
    addEventListener('pagehide', hide);
    return () => removeEventListener('pagehide', hide);
  }, []);
  usePageRestore(() => location.reload());
  return [known, read];
}
