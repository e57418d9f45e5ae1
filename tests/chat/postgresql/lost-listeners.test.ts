import { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';

import { testWith } from '../../support/programs.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { newDatabase, startTestService } from '../../support/service/test-service.ts';

const room = 'en.lounge';
const LOSSES = 15;

testWith('postgres')('nodes that lose their LISTEN clients fifteen times still reach each other', async () => {
  // The adapter waits from 1 to 3 s before it connects again, depending on this number.
  const random = vi.spyOn(Math, 'random').mockReturnValue(-0.49);
  onTestFinished(() => random.mockRestore());
  const nodes = { DATABASE_URL: await newDatabase(), AUTH_SECRET: 'the same on every node, and long enough' };
  const one = await startTestService('PostgreSQL', nodes);
  onTestFinished(one.close);
  const two = await startTestService('PostgreSQL', { ...nodes, MAIL_URL: one.sink.url });
  onTestFinished(two.close);
  const anna = await enterChat((await one.addUser()).visitor);
  Object.assign(two.sink, { mailTo: one.sink.mailTo });
  const boris = await enterChat((await two.addUser()).visitor);
  for (const user of [anna, boris]) await user.ask('enter', { room });
  const admin = new Client(nodes.DATABASE_URL);
  await admin.connect();
  onTestFinished(() => admin.end());
  const listeners = async (select: string): Promise<number | null> =>
    (
      await admin.query(
        `select ${select} from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`,
      )
    ).rowCount;

  for (let loss = 1; loss <= LOSSES; loss += 1) {
    await expect.poll(() => listeners('pid'), { message: `before loss ${loss}`, interval: 20 }).toBe(2);
    expect(await listeners('pg_terminate_backend(pid, 1000)')).toBe(2);
  }
  await expect.poll(() => listeners('pid')).toBe(2);
  for (const node of [one, two]) expect((await node.visitor().get('/api/health/ready')).status).toBe(200);
  await anna.say(room, 'Can you hear me?');
  await expect.poll(() => boris.heard(room)).toEqual(['Can you hear me?']);
  await boris.say(room, 'I can');
  await expect.poll(() => anna.heard(room)).toEqual(['Can you hear me?', 'I can']);
  // Each node reports the clients that it lost.
  for (const node of [one, two]) node.errors.splice(0);
});
