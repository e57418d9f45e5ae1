import type { ChatMessage } from '../../../../src/contract/chat/chat-protocol.ts';
import type { Reaction } from '../../../../src/contract/chat/reaction-emoji.ts';

/** A message as an acknowledgement, the database or a reader has it. */
export interface ModelMessage {
  room: string;
  seq: number;
  sender: string;
  text: string | null;
  /** Ids of people by reaction. */
  reactions: Map<Reaction, Set<string>>;
}

/**
 * What the service has promised to people: the messages, edits, deletions and reactions that it acknowledged, and the blocks in force.
 * A request that was refused after an earlier try of it got lost may have been done or not.
 */
export class MessageModel {
  readonly messages: ModelMessage[] = [];
  /** Reactions of which a refused request leaves open whether they are stored. */
  readonly uncertain = new Set<string>();
  /** Numbers of blocks by blocker and blocked person, from the acknowledgement until the request that ends them. */
  readonly #blocks = new Map<string, number>();
  /** The blocks in force when a text was first sent. */
  readonly #blocksAtSending = new Map<string, Map<string, number>>();
  /** Pairs of people between whom there ever was a block. */
  readonly #everBlocked = new Set<string>();
  #blockNumber = 0;

  /** Notes that a text is about to be sent. */
  sending(text: string): void {
    this.#blocksAtSending.set(text, new Map(this.#blocks));
  }

  stored(room: string, sender: string, text: string, seq: number): void {
    this.messages.push({ room, seq, sender, text, reactions: new Map() });
  }

  edited(message: ModelMessage, text: string | null): void {
    message.text = text;
    if (text === null) message.reactions.clear();
  }

  reacted(message: ModelMessage, person: string, reaction: Reaction, on: boolean): void {
    const people = message.reactions.get(reaction) ?? new Set();
    message.reactions.set(reaction, people);
    if (on && message.text !== null) people.add(person);
    else people.delete(person);
  }

  /** Notes a refused reaction: an earlier try of it may have been done. */
  reactionRefused({ room, seq }: ModelMessage, person: string, reaction: Reaction): void {
    this.uncertain.add(`${room} ${seq} ${person} ${reaction}`);
  }

  /** Notes that a person asks for a block. */
  blocking(blocker: string, blocked: string): void {
    this.#everBlocked.add(`${blocker} ${blocked}`);
  }

  blocked(blocker: string, blocked: string): void {
    this.#blocks.set(`${blocker} ${blocked}`, (this.#blockNumber += 1));
  }

  /** Notes that a person asks to end a block. */
  unblocking(blocker: string, blocked: string): void {
    this.#blocks.delete(`${blocker} ${blocked}`);
  }

  /** Whether a block is in force between two people, in either direction. */
  areBlocked(one: string, other: string): boolean {
    return [`${one} ${other}`, `${other} ${one}`].some((pair) => this.#blocks.has(pair));
  }

  /** Whether there was a block between two people at any time. */
  wereBlocked(one: string, other: string): boolean {
    return [`${one} ${other}`, `${other} ${one}`].some((pair) => this.#everBlocked.has(pair));
  }

  /** Whether a text reaches a reader although it was sent behind a block that is still in force. */
  isSeenAcrossBlock(reader: string, { sender, text }: ChatMessage): boolean {
    const before = text === null ? undefined : this.#blocksAtSending.get(text);
    return [`${reader} ${sender.id}`, `${sender.id} ${reader}`].some((pair) => {
      const block = this.#blocks.get(pair);
      return block !== undefined && before?.get(pair) === block;
    });
  }

  /** Lines that describe the messages of a room, without uncertain reactions, for comparisons. */
  describe(room: string, messages: readonly ModelMessage[] = this.messages): string[] {
    return messages
      .filter((message) => message.room === room)
      .toSorted((one, other) => one.seq - other.seq)
      .map(({ seq, sender, text, reactions }) => {
        const all = [...reactions].flatMap(([reaction, people]) =>
          [...people]
            .map((person) => `${person} ${reaction}`)
            .filter((key) => !this.uncertain.has(`${room} ${seq} ${key}`)),
        );
        return [seq, sender, text, ...all.toSorted()].join(' | ');
      });
  }
}
