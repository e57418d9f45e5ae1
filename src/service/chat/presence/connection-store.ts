import { createSerialQueue } from '../../../shared/serial-queue.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { addConnections, deleteConnections, reconcile } from './presence-queries.ts';

/**
 * Stores the sockets of a brand on this node.
 * @param onStored called with the people whose connections were stored or deleted
 */
export function createConnectionStore(
  brand: ServiceBrand,
  node: string,
  onStored: (people: string[]) => void,
  onError: (error: unknown) => void,
) {
  const open = new Map<string, ChatUser>();
  /** Sockets opened or closed since the last statement started. */
  let touched = new Map<string, ChatUser>();
  let isStoring = false;
  const enqueue = createSerialQueue();

  async function storeTouched(): Promise<void> {
    const users = [...touched.values()];
    touched = new Map();
    const [added, deleted] = [users.filter(isOpen), users.filter((user) => !isOpen(user))];
    if (deleted.length) await deleteConnections(brand, deleted);
    if (added.length) await addConnections(brand, node, added);
    onStored(users.map(({ id }) => id));
  }

  /** Sockets that change during a statement are stored with the next statement. */
  async function touch(user: ChatUser): Promise<void> {
    touched.set(user.connection, user);
    if (isStoring) return;
    isStoring = true;
    try {
      while (touched.size) await enqueue(storeTouched);
    } catch (error) {
      // The next heartbeat reconciles them.
      onError(error);
    }
    isStoring = false;
  }
  const isOpen = ({ connection }: ChatUser): boolean => open.has(connection);

  return {
    open: (user: ChatUser): void => {
      open.set(user.connection, user);
      void touch(user);
    },
    close: (user: ChatUser): void => {
      open.delete(user.connection);
      void touch(user);
    },
    /** Repairs the table after failed statements. @returns the people of repaired connections */
    reconcile: (): Promise<string[]> => enqueue(() => reconcile(brand, node, [...open.values()])),
  };
}
