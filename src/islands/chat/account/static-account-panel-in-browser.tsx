import { memo, type ReactElement, Suspense, use } from 'react';

import type { StaticAccountPanel as OnServer } from './static-account-panel-on-server.tsx';

/**
 * Leaves the panel as the page brought it, plain forms without a script, until the chat takes its place. An update would
 * make React replace what is not hydrated, so there is none.
 */
export const StaticAccountPanel: typeof OnServer = memo(
  () => (
    <Suspense>
      <NeverHydrated />
    </Suspense>
  ),
  () => true,
) as unknown as typeof OnServer;

const NeverHydrated = (): ReactElement => use(NEVER);

const NEVER = new Promise<never>(() => {});
