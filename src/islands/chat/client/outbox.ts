import { createStore, del, delMany, entries, set, type UseStore } from 'idb-keyval';

import type { PendingMessage } from './state.ts';

const DATABASE = 'chat';

/** Keeps one's own messages in the browser until the service has them. */
export interface Outbox {
  /** Those of a person, in their order. What anyone else has left is deleted. */
  read: (person: string) => Promise<PendingMessage[]>;
  keep: (person: string, pending: PendingMessage) => Promise<void>;
  drop: (person: string, id: string) => Promise<void>;
  clear: () => void;
}

/** In IndexedDB; where a browser allows none, messages live as long as the page. */
export function browserOutbox(): Outbox {
  let opened: UseStore | undefined;
  const store = (): UseStore => (opened ??= openStore());
  const whereAllowed = async <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work();
    } catch {
      return otherwise;
    }
  };
  const keyOf = (person: string, id: string): string => `${person} ${id}`;
  return {
    read: (person) =>
      whereAllowed(async () => {
        const all = await entries<string, PendingMessage>(store());
        const [own, others] = [true, false].map((is) => all.filter(([key]) => key.startsWith(`${person} `) === is));
        if (others!.length)
          await delMany(
            others!.map(([key]) => key),
            store(),
          );
        return own!.map(([, pending]) => pending).toSorted((one, other) => one.at - other.at);
      }, []),
    keep: (person, pending) => whereAllowed(() => set(keyOf(person, pending.id), pending, store()), undefined),
    drop: (person, id) => whereAllowed(() => del(keyOf(person, id), store()), undefined),
    clear: () => void globalThis.indexedDB?.deleteDatabase(DATABASE),
  };
}

/** Lets go of the database as soon as another tab wants to delete it. */
function openStore(): UseStore {
  const open = createStore(DATABASE, 'outbox');
  return (mode, use) =>
    open(mode, (store) => {
      const { db } = store.transaction;
      db.onversionchange = () => db.close();
      return use(store);
    });
}
