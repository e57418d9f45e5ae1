import { type ReactElement, useEffect } from 'react';

import DecisionList from '../decisions/decision-list.tsx';
import type { AccountProps } from '../state/use-account.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

// The decision does not wait for it. In a script of its own it would make the account page larger for everybody else.
const AccountPanel = lazyPart(async () => ({ default: (await import('./account-page.tsx')).AccountPanel }));

interface Props extends AccountProps {
  onSignedOut: () => void;
}

/** The decisions of a banned user, and the account: a ban takes away the chat, and neither the data nor the right to leave. */
export default function BannedPage({ t, onSignedOut, ...props }: Props): ReactElement {
  const { readAccount } = props;
  // The account was read before the ban.
  useEffect(readAccount, [readAccount]);
  return (
    <>
      <DecisionList {...props} />
      <AccountPanel {...props} t={t} onSignedOut={onSignedOut} />
    </>
  );
}
