const KEY = 'call-device';

/** This tab, as a device of calls: the same after a reload. */
export function deviceId(): string {
  const id = sessionStorage.getItem(KEY) ?? crypto.randomUUID();
  sessionStorage.setItem(KEY, id);
  return id;
}
