import { useCallback, useEffect, useState } from 'react';

import type { Account } from '../../../contract/response-schemas.ts';
import { useReturn } from '../../ui/use-page-restore.ts';
import { readAccount } from './read-account.ts';

interface Known {
  /** Missing until the service has answered. */
  account?: Account | 'nobody';
  /** Whether the service could not be asked. */
  isUnreachable: boolean;
}

/** Who is signed in, and what asks once more. */
export function useAccount(): [Known, read: () => void] {
  const [known, setKnown] = useState<Known>({ isUnreachable: false });
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
  useReturn(() => {
    setKnown({ isUnreachable: false });
    read();
  });
  return [known, read];
}
