/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- an `option` holds no avatar, and a text field keeps the focus */
import type { ReactElement } from 'react';

import type { Person } from '../../../contract/chat/person.ts';
import { adoptStyles } from './adopt-styles.ts';
import { Avatar } from './avatar/avatar.tsx';

import styles from '../../../styles/chat/options.css?inline';

adoptStyles(styles);

export interface Option {
  /** Id of the person or room. */
  id: string;
  name: string;
  person?: Person | null;
  /** A short text beside the name. */
  fact?: string | undefined;
}

interface Props<Item extends Option> {
  /** Followed by its number, the id of an option. */
  id: string;
  label: string;
  options: readonly Item[];
  /** Number of the chosen option. */
  chosen: number;
  onPick: (option: Item) => void;
}

/** The list of people or rooms of a text field, which has the keys. */
export const OptionList = <Item extends Option>({ id, label, options, chosen, onPick }: Props<Item>): ReactElement => (
  <div id={id} className="options" role="listbox" aria-label={label}>
    {options.map((option, index) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field has the keys
      <div
        key={option.id}
        id={`${id}${index}`}
        role="option"
        aria-selected={index === chosen}
        // The text field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(option)}
      >
        {option.person && <Avatar person={option.person} />}
        <bdi>{option.name}</bdi>
        {option.fact && <span className="fact">{option.fact}</span>}
      </div>
    ))}
  </div>
);
