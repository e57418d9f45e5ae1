import { createSerialQueue } from '../../../shared/serial-queue.ts';
import type { Brand } from '../../brands/brands.ts';
import type { Guest } from '../core/chat-user.ts';
import { addConnections, deleteConnections, reconcile } from './presence.ts';

/** Stores which sockets of a brand this node has. */
export interface ConnectionStore {
  open: (guest: Guest) => void;
  close: (guest: Guest) => void;
  /** Makes up for what could not be stored. @returns the people of those connections */
  reconcile: () => Promise<string[]>;
}

/** @param onStored is told of the people whose connections were stored or deleted */
export function createConnectionStore(
  brand: Brand,
  node: string,
  onStored: (people: string[]) => void,
  onError: (error: unknown) => void,
): ConnectionStore {
  const open = new Map<string, Guest>();
  /** Sockets that were opened or closed since the last statement began. */
  let touched = new Map<string, Guest>();
  let isStoring = false;
  const inTurn = createSerialQueue();

  async function storeTouched(): Promise<void> {
    const guests = [...touched.values()];
    touched = new Map();
    const [added, deleted] = [guests.filter(isOpen), guests.filter((guest) => !isOpen(guest))];
    if (deleted.length) await deleteConnections(brand, deleted);
    if (added.length) await addConnections(brand, node, added);
    onStored(guests.map(({ id }) => id));
  }

  /** What comes while a statement is under way is stored with the next one. */
  async function touch(guest: Guest): Promise<void> {
    touched.set(guest.connection, guest);
    if (isStoring) return;
    isStoring = true;
    try {
      while (touched.size) await inTurn(storeTouched);
    } catch (error) {
      // Reconciled with the next heartbeat.
      onError(error);
    }
    isStoring = false;
  }
  const isOpen = ({ connection }: Guest): boolean => open.has(connection);

  return {
    open: (guest) => {
      open.set(guest.connection, guest);
      void touch(guest);
    },
    close: (guest) => {
      open.delete(guest.connection);
      void touch(guest);
    },
    reconcile: () => inTurn(() => reconcile(brand, node, [...open.values()])),
  };
}
