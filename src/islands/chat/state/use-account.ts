import { useCallback, useEffect, useState } from 'react';

import type { Account } from '../../../contract/response-schemas.ts';
import { usePageRestore } from '../../ui/use-page-restore.ts';
import { readAccount } from './read-account.ts';

interface AccountState {
  /** Missing until the service has answered. */
  account?: Account | 'nobody';
  /** Whether the service could not be asked. */
  isUnreachable: boolean;
}

/** Who is signed in, and what asks once more. */
export function useAccount(): [AccountState, read: () => void] {
  const [known, setKnown] = useState<AccountState>({ isUnreachable: false });
  const read = useCallback(
    () =>
      void readAccount().then((account) =>
        setKnown((before) => (account ? { account, isUnreachable: false } : { ...before, isUnreachable: true })),
      ),
    [],
  );
  useEffect(() => {
    read();
    addEventListener('online', read);
    return () => removeEventListener('online', read);
  }, [read]);
  // Whoever it was may have signed out since.
  usePageRestore(() => {
    setKnown({ isUnreachable: false });
    read();
  });
  return [known, read];
}
