import { type ReactElement, Suspense } from 'react';

import { useWords } from '#words';

import type { Place } from '../ui/island-props.ts';
import { Doorstep } from './account/signed-out-page.tsx';
import { Session } from './chat-session.tsx';
import { useAccount } from './state/use-account.ts';

interface Props extends Place {
  /** Of the public rooms. */
  topics: string[];
}

/** The chat. Without JavaScript, and until somebody is known to be signed in, what can be done without it. */
export default function Chat(props: Props): ReactElement {
  return (
    <Suspense>
      <Entrance {...props} />
    </Suspense>
  );
}

function Entrance({ topics, ...place }: Props): ReactElement {
  const t = useWords(place);
  const [{ account, isUnreachable }, read] = useAccount();
  if (account && account !== 'nobody')
    return <Session place={place} topics={topics} t={t} account={account} readAccount={read} />;
  return (
    <Doorstep place={place} t={t} topics={topics} isNobody={account === 'nobody'} onRetry={isUnreachable && read} />
  );
}
