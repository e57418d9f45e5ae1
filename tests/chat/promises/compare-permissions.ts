import { randomUUID } from 'node:crypto';

import type { ChatMessage, Lobby, RoomFacts } from '../../../src/contract/chat/chat-protocol.ts';
import { mayChange, refusalIn } from '../../../src/contract/chat/room-permissions.ts';
import type { ServiceBrand } from '../../../src/service/brands/open-brands.ts';
import { type ChangeDraft, changeMessages } from '../../../src/service/chat/messages/change-messages.ts';
import { insertMessages } from '../../../src/service/chat/messages/insert-messages.ts';
import type { TestUser } from '../../support/service/chat/chat-test-user.ts';

/** Refusals that no page can foresee. */
const UNKNOWN: readonly (string | null)[] = ['blocked', 'notNow'];

/** A room as a user sees it, with its messages. */
interface Place {
  facts: RoomFacts;
  messages: ChatMessage[];
}

/** @returns what the page offers a user in their rooms and the service refuses, and the reverse. The requests are rolled back */
export async function permissionDifferences(brand: ServiceBrand, user: TestUser, now: number): Promise<string[]> {
  const lobby = await user.lobby();
  const places: Place[] = [];
  for (const facts of lobby.rooms.filter(({ member }) => member))
    places.push({ facts, messages: (await user.ask('before', { room: facts.id, seq: 1e9 })).messages });
  const found = await messagesIn(brand, user, places, lobby, now);
  for (const change of ['edit', 'delete', 'react', 'unreact'] as const)
    found.push(...(await changesIn(brand, user, places, change, lobby, now)));
  return found;
}

async function messagesIn(
  brand: ServiceBrand,
  { me }: TestUser,
  places: Place[],
  lobby: Lobby,
  now: number,
): Promise<string[]> {
  // A message to a partner can make a request needless, so partners come last.
  const rooms = places.map(({ facts }) => facts).toSorted((one, other) => (one.kind > other.kind ? -1 : 1));
  const drafts = rooms.map(({ id: room }) => ({ room, id: randomUUID(), text: randomUUID(), user: senderOf(me) }));
  const results = await rolledBack(brand, (tried) => insertMessages(tried, drafts));
  return results.flatMap(({ number, refusal }) => {
    const facts = rooms[number - 1]!;
    return UNKNOWN.includes(refusal) ? [] : differ('write', facts, lobby, !refusalIn(facts, lobby, now), refusal);
  });
}

async function changesIn(
  brand: ServiceBrand,
  { me }: TestUser,
  places: Place[],
  change: ChangeDraft['change'],
  lobby: Lobby,
  now: number,
): Promise<string[]> {
  const all = places.flatMap(({ facts, messages }) =>
    // A deleted message can be deleted again, to no effect.
    messages.filter(({ text }) => change !== 'delete' || text !== null).map((message) => ({ facts, message })),
  );
  const drafts = all.map(({ facts, message }) => {
    const what = { change, text: randomUUID(), reaction: '👍' };
    return { ...what, room: facts.id, seq: message.seq, user: senderOf(me) } as ChangeDraft;
  });
  const results = await rolledBack(brand, (tried) => changeMessages(tried, drafts));
  return results.flatMap(({ number, refusal }) => {
    const { facts, message } = all[number - 1]!;
    return differ(change, facts, lobby, mayInPage(change, message, facts, lobby, now), refusal);
  });
}

/** As menu, reactions and composer have it. */
const mayInPage = (
  change: ChangeDraft['change'],
  { sender, text }: ChatMessage,
  facts: RoomFacts,
  lobby: Lobby,
  now: number,
): boolean => {
  const isOwn = sender.id === lobby.me.id;
  const isOffered = {
    edit: isOwn && mayChange(facts, lobby, now),
    delete: isOwn,
    react: mayChange(facts, lobby, now),
    unreact: !facts.noChanges,
  };
  // Neither a deleted message nor the record of a call has them.
  return !!text && isOffered[change];
};

/** Of a person whom they block, the page offers less than the service takes. */
function differ(what: string, facts: RoomFacts, lobby: Lobby, isOffered: boolean, refusal: string | null): string[] {
  return isOffered === (refusal === null) || (!isOffered && lobby.blocked.some(({ id }) => id === facts.other?.id))
    ? []
    : [`${what} is ${isOffered ? 'offered' : 'not offered'}, and ${refusal ?? 'taken'}, in ${JSON.stringify(facts)}`];
}

/** A sender without limits. */
const senderOf = ({ id, name }: TestUser['me']) => ({ id, name, keyed: () => randomUUID() });

async function rolledBack<Result>(brand: ServiceBrand, run: (tried: ServiceBrand) => Promise<Result>): Promise<Result> {
  const transaction = await brand.db.startTransaction().execute();
  try {
    return await run({ ...brand, db: transaction });
  } finally {
    await transaction.rollback().execute();
  }
}
