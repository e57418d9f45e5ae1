import type { ReactElement } from 'react';

import type { Person } from '../../../../contract/chat/person.ts';
import { hueStyle } from './name-hue.ts';

interface Props {
  person: Person;
  isOnline?: boolean;
}

/** The first letter of a name, with a dot while the person is online. Hidden from screen readers: text beside it says the same. */
export const Avatar = ({ person: { id, name }, isOnline = false }: Props): ReactElement => (
  <span className="avatar" style={hueStyle(id)} data-online={isOnline} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
);
