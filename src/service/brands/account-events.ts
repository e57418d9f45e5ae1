import type { Person } from '../../contract/person.ts';

/** Events of a brand between parts of the service, within a process. */
export interface AccountEvents {
  sessionsEnded: [person: string];
  deleted: [account: DeletedAccount];
  /** A user has a new name. `others`: the people of their conversations. */
  renamed: [person: Person, others: string[]];
}

/** A deleted account, with facts that were read before the deletion. */
interface DeletedAccount {
  person: string;
  /** The people of its private conversations. */
  others: string[];
  /** The call that was deleted with the account. */
  call: LiveCall | undefined;
}

/** A person in a call and their participating device. */
export interface CallParticipant extends Person {
  device: string | null;
  /** Socket of that device. */
  connection: string | null;
}

/** A ringing or active call. */
export interface LiveCall {
  id: string;
  room: string;
  caller: CallParticipant;
  callee: CallParticipant;
  video: boolean;
  answeredAt: Date | null;
  /** Time of the database when the call was read. */
  now: Date;
}
