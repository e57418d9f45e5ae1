import type { ReactElement } from 'react';

interface Props {
  name: string;
  isOnline: boolean;
}

/** The first letter of somebody, with a dot while they are there. What it shows is said in words beside it. */
export const Avatar = ({ name, isOnline }: Props): ReactElement => (
  <span className="avatar" data-online={isOnline} aria-hidden="true">
    {[...name][0]?.toLocaleUpperCase()}
  </span>
);
