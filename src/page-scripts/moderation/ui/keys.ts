import { element } from '../../../browser/element.ts';
import { plainKey } from '../../../browser/plain-key.ts';
import { readStored, store } from '../../../browser/storage.ts';
import { t } from '../words.ts';
import { buttonLine, choice } from './form.ts';

/** A key that does something outside text fields. */
export interface Shortcut {
  /** The key as `KeyboardEvent.key` names it, such as `j`. */
  key: string;
  label: string;
  act: () => unknown;
}

const STORED = 'moderationKeys';

let ofPage: Shortcut[] = [];
let ofView: Shortcut[] = [];

/** Sets the keys of the open view. */
export const setViewKeys = (shortcuts: Shortcut[]): void => void (ofView = shortcuts);

/** Begins to listen for keys, with those that work in every view. */
export function listenForKeys(shortcuts: Shortcut[]): void {
  ofPage = [...shortcuts, { key: '?', label: t('moderation.keys'), act: showKeys }];
  document.addEventListener('keydown', (event) => {
    const key = plainKey(event);
    if (event.defaultPrevented || isTyping(event.target as Element, key) || document.querySelector('dialog[open]'))
      return;
    const found = [...ofView, ...ofPage].find((shortcut) => shortcut.key === key);
    if (!found || (key !== '?' && !isOn())) return;
    event.preventDefault();
    found.act();
  });
}

const TEXT_FIELDS = 'textarea, select, input:not([type=radio], [type=checkbox])';

/** Whether a key belongs to the control that has the focus: arrows choose among radio buttons. */
const isTyping = (target: Element, key: string): boolean =>
  target.matches(TEXT_FIELDS) || (key.startsWith('Arrow') && target.matches('[type=radio]'));

const isOn = (): boolean => readStored('localStorage', STORED) !== 'off';

/** Lists the keys of the view. Single keys can be switched off: programs for speech input type letters. */
export function showKeys(): void {
  const dialog = element('dialog', { 'aria-labelledby': 'keys', close: () => dialog.remove() });
  dialog.append(
    element('h2', { id: 'keys' }, t('moderation.keys')),
    element(
      'dl',
      {},
      ...[...ofView, ...ofPage].map(({ key, label }) =>
        element('div', {}, element('dt', {}, element('kbd', {}, keyName(key))), element('dd', {}, label)),
      ),
    ),
    choice({ type: 'checkbox', checked: isOn(), change: ({ target }) => switchKeys(target) }, t('moderation.keysOn')),
    buttonLine(t('moderation.close'), () => dialog.close()),
  );
  document.body.append(dialog);
  dialog.showModal();
}

const switchKeys = (box: EventTarget | null): void =>
  store('localStorage', STORED, (box as HTMLInputElement).checked ? 'on' : 'off');

const NAMES: Record<string, string> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' };
const keyName = (key: string): string => NAMES[key] ?? key;
