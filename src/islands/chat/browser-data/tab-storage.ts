/** Texts that the chat keeps in a tab: unsent messages and appeals, and the emoji that were chosen last. */
type TabKey = 'drafts' | 'appeals' | 'emoji';

/** Reads a text that this tab keeps over reloads; `undefined` where there is none, or the browser denies storage. */
export function readFromTab(key: TabKey): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    // The visitor has switched storage off.
    return undefined;
  }
}

/** Keeps a text until the tab is closed; `undefined` deletes it. Where the browser denies storage, nothing is kept. */
export function keepInTab(key: TabKey, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The visitor has switched storage off, or it is full.
  }
}
