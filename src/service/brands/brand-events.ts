import type { Person } from '../../contract/person.ts';

/** What parts of the service tell each other within a process. */
export interface BrandEvents {
  sessionsEnded: [person: string];
  deleted: [account: DeletedAccount];
}

/** A deleted account, with what was read of it before. */
export interface DeletedAccount {
  person: string;
  /** The people of its private conversations. */
  others: string[];
  /** The call that was deleted with the account. */
  call: LiveCall | undefined;
}

/** One of the two people of a call, and the device with which they take part. */
export interface CallParticipant extends Person {
  device: string | null;
  /** Of that device, its socket. */
  connection: string | null;
}

/** A call that rings or goes on. */
export interface LiveCall {
  id: string;
  room: string;
  caller: CallParticipant;
  callee: CallParticipant;
  video: boolean;
  answeredAt: Date | null;
  /** When it was read. */
  now: Date;
}
