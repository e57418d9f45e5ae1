import { createStore, del, delMany, entries, set, type UseStore } from 'idb-keyval';

import type { PendingMessage } from './chat-client-types.ts';

const DATABASE = 'chat';

export type Outbox = ReturnType<typeof browserOutbox>;

/**
 * Keeps unsent messages in IndexedDB until the service acknowledges them. Where the browser denies storage, messages live as long as the
 * page.
 */
export function browserOutbox() {
  let opened: UseStore | undefined;
  const store = (): UseStore => (opened ??= openStore());
  const ifAllowed = async <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work();
    } catch {
      // A private window, a full disk or a blocked database.
      return otherwise;
    }
  };
  const keyOf = (person: string, id: string): string => `${person} ${id}`;
  return {
    /** Reads the messages of a user in the order of writing, and deletes those of other users. */
    read: (person: string): Promise<PendingMessage[]> =>
      ifAllowed(async () => {
        const all = await entries<string, PendingMessage>(store());
        const isOwn = (key: string): boolean => key.startsWith(`${person} `);
        const others = all.flatMap(([key]) => (isOwn(key) ? [] : key));
        if (others.length) await delMany(others, store());
        return all
          .filter(([key]) => isOwn(key))
          .map(([, pending]) => pending)
          .toSorted((one, other) => one.at - other.at);
      }, []),
    keep: (person: string, pending: PendingMessage): Promise<void> =>
      ifAllowed(() => set(keyOf(person, pending.id), pending, store()), undefined),
    drop: (person: string, id: string): Promise<void> => ifAllowed(() => del(keyOf(person, id), store()), undefined),
    clear: (): void => void globalThis.indexedDB?.deleteDatabase(DATABASE),
  };
}

/** Closes the database as soon as another tab wants to delete it. */
function openStore(): UseStore {
  const open = createStore(DATABASE, 'outbox');
  return (mode, use) =>
    open(mode, (store) => {
      const { db } = store.transaction;
      db.onversionchange = () => db.close();
      return use(store);
    });
}
