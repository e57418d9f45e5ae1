import { useEffect } from 'react';

import { keyOf, plainKey } from '../../../browser/plain-key.ts';
import { isListKeyOn } from '../browser-data/key-setting.ts';
import type { ChatContext } from '../state/chat-context.ts';

/** Where Ctrl+K deletes to the end of a line, the key for commands is ⌘. */
export const hasCommandKey = (): boolean => /Mac/.test(navigator.platform);

/** Ctrl+K (⌘K) opens the dialog that leads to rooms and people, and `?` the list of keys, but not above another dialog. */
export function useShortcuts(openDialog: ChatContext['openDialog']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = event[hasCommandKey() ? 'metaKey' : 'ctrlKey'] && !event.shiftKey && !event.altKey;
      const isList = plainKey(event) === '?' && !isTextField(event.target) && isListKeyOn();
      const type = isCommand && keyOf(event) === 'k' ? 'goTo' : isList && 'keys';
      if (!type) return;
      event.preventDefault();
      if (document.querySelector(':modal')) return;
      // A dialog that was just closed leaves the page with an event to come.
      const closing = document.querySelector('.dialog');
      if (closing) closing.addEventListener('close', () => setTimeout(() => openDialog({ type })), { once: true });
      else openDialog({ type });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [openDialog]);
}

export const isTextField = (target: EventTarget | null): boolean => (target as Element).matches('textarea, input');
