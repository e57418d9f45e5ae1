import { test as base } from 'vitest';

import { type TestUser, chatEntry } from '../chat/chat-test-user.ts';
import { type databases, testService } from '../test-service.ts';
import type { Visitor } from '../visitor.ts';
import { acquaint, forgetCalls, turn } from './call-steps.ts';

/** Two users with a conversation in which both may call. */
interface Pair {
  anna: TestUser;
  boris: TestUser;
  /** HTTP client of Boris, who may connect with more devices. */
  borisAtHome: Visitor;
  room: string;
}

/** Starts a service with calls for the tests of a suite, each with a new pair of users. A test fails if it leaves a user in a call. */
export function callSuite(database: (typeof databases)[number]) {
  const service = testService(database, turn);
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor);
  forgetCalls(() => service);
  const test = base.extend('pair', async (): Promise<Pair> => {
    const [anna, { visitor: borisAtHome }] = await Promise.all([arrive(), service.addUser()]);
    const boris = await enter(borisAtHome);
    return { anna, boris, borisAtHome, room: await acquaint(anna, boris) };
  });
  return { service, db: () => service.brand('amber').db, enter, arrive, test };
}
