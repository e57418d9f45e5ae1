import { type ReactElement, Suspense } from 'react';

import { useTranslate } from '#use-translate';

import type { IslandProps } from '../../ui/island-props.ts';
import { SignedOutPage } from '../account/signed-out-page.tsx';
import { useAccount } from '../state/use-account.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { ChatSession } from './chat-session.tsx';

interface Props extends IslandProps {
  /** Topics of the public rooms. */
  topics: string[];
}

/** The chat, or until the session is known and without JavaScript, the page that needs neither. */
export default function Chat(props: Props): ReactElement {
  return (
    <Suspense>
      <ChatOrSignedOut {...props} />
    </Suspense>
  );
}

function ChatOrSignedOut({ topics, ...island }: Props): ReactElement {
  const t = useTranslate(island);
  const [{ account, isUnreachable }, read] = useAccount(loadStyles);
  if (account && account !== 'signedOut')
    return <ChatSession island={island} topics={topics} t={t} account={account} readAccount={read} />;
  return (
    <SignedOutPage
      island={island}
      t={t}
      topics={topics}
      isSignedOut={account === 'signedOut'}
      onRetry={isUnreachable && read}
    />
  );
}

const loadStyles = async (): Promise<void> => adoptStyles((await import('./signed-in-styles.ts')).signedInStyles);
