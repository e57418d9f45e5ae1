import { isComposing } from './is-composing.ts';

/**
 * The key as `KeyboardEvent.key` names it, letters in lower case. Letters of other scripts count as the Latin letter of the same key.
 */
export const keyOf = ({ key, code }: KeyboardEvent): string =>
  key.length > 1 ? key : (key > '~' ? code.replace('Key', '') : key).toLowerCase();

/** The key of an event, or an empty text for a key of an input method or beside Ctrl, Alt or Meta. */
export const plainKey = (event: KeyboardEvent): string =>
  isComposing(event) || event.ctrlKey || event.altKey || event.metaKey ? '' : keyOf(event);
