import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { aroundEach, expect } from 'vitest';

import type { Call, CallRecord } from '../../../../src/contract/chat/call-protocol.ts';
import type { ChatMessage } from '../../../../src/contract/chat/chat-protocol.ts';
import type { TestUser } from '../chat/chat-test-user.ts';
import type { TestService } from '../test-service.ts';

/** Settings of a service with calls. No TURN server listens there: these tests relay no media. */
export const turn = {
  TURN_URLS: 'turn:turn.example:3478?transport=udp, turns:turn.example:443?transport=tcp',
  TURN_SECRET: 'only for tests, and long enough for them',
};

/** Opens a conversation. Both people send and read a message, so that both may call. */
export async function acquaint(one: TestUser, two: TestUser): Promise<string> {
  const { room } = await one.ask('converse', { person: two.me.id });
  await one.say(room, 'Hello');
  const { seq } = await two.say(room, 'Good evening');
  for (const user of [one, two]) {
    await user.ask('enter', { room });
    await user.ask('read', { room, seq });
  }
  return room;
}

export const ring = (user: TestUser, room: string, more: { call?: string; video?: boolean } = {}): Promise<Call> =>
  user.ask('call', { call: randomUUID(), device: user.device, room, video: false, ...more });

/** Fields that name a call and a device in a request. */
export const of = ({ id }: Pick<Call, 'id'>, { device }: TestUser) => ({ call: id, device });

/** Calls a person, who answers. @returns the call, as the caller got it when the call rang */
export async function connect(caller: TestUser, callee: TestUser, room: string): Promise<Call> {
  const call = await ring(caller, room);
  await callee.ask('answerCall', of(call, callee));
  await expect.poll(() => statesOf(caller, call)).toEqual(['ringing', 'active']);
  return call;
}

export const hangUp = (user: TestUser, call: Pick<Call, 'id'>, failed = false) =>
  user.ask('hangUp', { ...of(call, user), failed });

const ORDER: Call['is'][] = ['ringing', 'active', 'over'];

/** States of a call that the service sent to a user, the last as its reason. Sorted: two nodes send in any order. */
export const statesOf = (user: TestUser, { id }: Pick<Call, 'id'>): string[] =>
  user.calls
    .filter((call) => call.id === id)
    .toSorted((one, other) => ORDER.indexOf(one.is) - ORDER.indexOf(other.is))
    .map((call) => call.end ?? call.is);

/** Call records of a conversation, oldest first. */
export async function tracesIn(user: TestUser, room: string): Promise<(ChatMessage & { call: CallRecord })[]> {
  const { messages } = await user.ask('before', { room, seq: 1_000_000 });
  return messages.filter((message): message is ChatMessage & { call: CallRecord } => message.call !== undefined);
}

export const endsIn = async (user: TestUser, room: string): Promise<string[]> =>
  (await tracesIn(user, room)).map(({ call }) => call.end);

/** Ids of people in active or ringing calls. */
export const peopleInCalls = async (service: TestService): Promise<string[]> =>
  (await service.brand('amber').db.selectFrom('inCall').select('userId').execute()).map(({ userId }) => userId);

/** Deletes all calls and all counters of rate limits after each test. A test fails if it leaves a user in a call. */
export function forgetCalls(service: () => TestService): void {
  aroundEach(async (runTest) => {
    await runTest();
    const left = await peopleInCalls(service());
    await service().brand('amber').db.deleteFrom('call').execute();
    await forgetAttempts(service());
    expect(left).toEqual([]);
  });
}

/** Deletes all counters of rate limits. */
export const forgetAttempts = (service: TestService) => service.brand('amber').db.deleteFrom('attempts').execute();

/** A point in time, for statements that move a call into the past. */
export const ago = (milliseconds: number) => sql<Date>`now() - make_interval(secs => ${sql.lit(milliseconds / 1000)})`;
