import { type ReactElement, useEffect } from 'react';

import DecisionList, { type DecisionListProps } from './decision-list.tsx';

/** The decisions of a banned user. */
export default function BannedPage(props: DecisionListProps): ReactElement {
  const { readAccount } = props;
  // The account was read before the ban.
  useEffect(readAccount, [readAccount]);
  return <DecisionList {...props} />;
}
