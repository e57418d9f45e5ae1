import type { ReactElement } from 'react';

interface Props {
  name: string;
  isOnline: boolean;
}

/** The first letter of a name, with a dot while the person is online. Hidden from screen readers: text beside it says the same. */
export const Avatar = ({ name, isOnline }: Props): ReactElement => (
  <span className="avatar" data-online={isOnline} aria-hidden="true">
    {[...name][0]?.toLocaleUpperCase()}
  </span>
);
