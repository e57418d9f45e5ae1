import { type KeyboardEvent, type ReactElement, useState } from 'react';

import { recentEmoji, rememberEmoji } from '../browser-data/recent-emoji.ts';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { Menu } from '../ui/menu.tsx';
import { emojiGroups } from './emoji-list.ts';

import styles from '../../../styles/chat/emoji.css?inline';

adoptStyles(styles);

interface Props {
  /** The button that opened the picker. */
  anchor: HTMLElement;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** A popover of emoji. Arrow keys move between them; Home and End lead to the first and the last. */
export default function EmojiPicker({ anchor, onPick, onClose }: Props): ReactElement {
  const { t } = useChat();
  // The list stays as it was when the picker opened, so that nothing moves below the pointer.
  const [recent] = useState(recentEmoji);
  const groups = [
    ...(recent.length ? [{ label: t('emoji.recent'), emoji: recent }] : []),
    ...emojiGroups.map(({ group, emoji }) => ({ label: t(`emoji.${group}`), emoji })),
  ];
  return (
    <Menu anchor={anchor} label={t('emoji.title')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons take the focus */}
      <div className="emoji" onKeyDown={moveFocus}>
        {groups.map(({ label, emoji }, group) => (
          <fieldset key={label}>
            <legend className="fact">{label}</legend>
            <div>
              {emoji.map((one, index) => (
                <button
                  key={one}
                  type="button"
                  tabIndex={group + index ? -1 : 0}
                  onClick={() => {
                    rememberEmoji(one);
                    onPick(one);
                  }}
                >
                  {one}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Menu>
  );
}

/** Moves the focus along rows, and up and down to the nearest button. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const from = document.activeElement as HTMLButtonElement;
  const next = nextButton(buttons, from, event.key, getComputedStyle(from).direction === 'rtl');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextButton(
  buttons: HTMLButtonElement[],
  from: HTMLButtonElement,
  key: string,
  isRtl: boolean,
): HTMLButtonElement | undefined {
  const index = buttons.indexOf(from);
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return buttons[index + 1];
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return buttons[index - 1];
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const isDown = key === 'ArrowDown';
  const { offsetLeft, offsetTop } = from;
  const others = buttons.filter((button) => (isDown ? button.offsetTop > offsetTop : button.offsetTop < offsetTop));
  const row = (isDown ? others[0] : others.at(-1))?.offsetTop;
  return others
    .filter((button) => button.offsetTop === row)
    .toSorted((one, other) => Math.abs(one.offsetLeft - offsetLeft) - Math.abs(other.offsetLeft - offsetLeft))[0];
}
