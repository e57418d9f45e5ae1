import { type ReactElement, useState } from 'react';

import { REACTIONS } from '../../../contract/chat/reaction-emoji.ts';
import { isListKeyOn, switchListKey } from '../browser-data/key-setting.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { ENTRY_KEYS } from '../room/message-shortcuts.ts';
import { useChat } from '../state/chat-context.ts';
import { adoptStyles } from '../ui/adopt-styles.ts';
import { hasCommandKey } from './use-shortcuts.ts';

import choices from '../../../styles/chat/dialogs/choices.css?inline';
import styles from '../../../styles/chat/keyboard.css?inline';

adoptStyles(choices);
adoptStyles(styles);

/** Lists the keys of the chat. */
export default function KeyList(): ReactElement {
  const { t } = useChat();
  const [isOn, setOn] = useState(isListKeyOn);
  return (
    <Dialog title={t('keys.title')}>
      <Keys
        keys={[
          [hasCommandKey() ? '⌘ K' : 'Ctrl K', t('keys.goTo')],
          ['Shift Tab', t('keys.toMessages')],
          ['↑', t('keys.editLast')],
          ['3×Shift', t('chat.exit')],
          ['?', t('keys.title')],
        ]}
      />
      <h3>{t('keys.ofMessage')}</h3>
      <Keys
        keys={[
          ['↑ ↓ Home End', t('keys.move')],
          ['Enter', t('keys.menu')],
          [REACTIONS.map((_, index) => index + 1).join(' '), REACTIONS.join(' ')],
          ...Object.entries(ENTRY_KEYS).map(([key, entry]) => [key, t(`chat.${entry}`)] as const),
          ['Esc', t('keys.back')],
        ]}
      />
      <label className="option">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchListKey(target.checked);
            setOn(target.checked);
          }}
        />
        {t('keys.on')}
      </label>
    </Dialog>
  );
}

/** Keys, separated by spaces, with their actions. */
const Keys = ({ keys }: { keys: (readonly [keys: string, text: string])[] }): ReactElement => (
  <dl className="keys">
    {keys.map(([pressed, text]) => (
      <div key={pressed}>
        <dt>
          {pressed.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
