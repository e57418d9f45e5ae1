import { readStored, store } from '../../../../browser/storage.ts';

const KEY = 'call-device';

/** Id of this tab as a device of calls. It survives a reload. */
export function tabId(): string {
  const id = readStored('sessionStorage', KEY) ?? crypto.randomUUID();
  store('sessionStorage', KEY, id);
  return id;
}
