import { memo, type ReactElement, Suspense, use } from 'react';

import type { StaticAccountPanel as OnServer } from './static-account-panel-on-server.tsx';

/**
 * Leaves the plain forms of the built page as they are until the chat replaces them. An update would make React replace parts that
 * are not hydrated, so the component never updates.
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
