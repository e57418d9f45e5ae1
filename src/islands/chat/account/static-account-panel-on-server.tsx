import { type ComponentProps, type ReactElement, Suspense } from 'react';

import { AccountPanel } from './account-panel.tsx';

/** The account's plain forms for the built page. In a browser `#static-account-panel` is `static-account-panel-in-browser.tsx`. */
export const StaticAccountPanel = (props: ComponentProps<typeof AccountPanel>): ReactElement => (
  <Suspense>
    <AccountPanel {...props} />
  </Suspense>
);
