import { type ComponentProps, type ReactElement, Suspense } from 'react';

import { AccountPanel } from './account-panel.tsx';

/** The account as plain forms, in the built page. In a browser `#static-account-panel` is `static-account-panel-in-browser.tsx` (package.json). */
export const StaticAccountPanel = (props: ComponentProps<typeof AccountPanel>): ReactElement => (
  <Suspense>
    <AccountPanel {...props} />
  </Suspense>
);
