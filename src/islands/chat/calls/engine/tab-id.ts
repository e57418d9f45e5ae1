const KEY = 'call-device';

/** Id of this tab as a device of calls. It survives a reload. */
export function tabId(): string {
  const id = sessionStorage.getItem(KEY) ?? crypto.randomUUID();
  sessionStorage.setItem(KEY, id);
  return id;
}
