/**
 * Whether a key belongs to an input method, such as Enter that chooses a word. WebKit sends that Enter after the composition has ended, with
 * the code of a composed key.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
