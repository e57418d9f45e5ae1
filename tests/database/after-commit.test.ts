import { expect, test } from 'vitest';

import { afterCommit, transact } from '../../src/service/database/after-commit.ts';
import { anyDatabase, testService } from '../support/service/test-service.ts';

const service = testService(anyDatabase);

test('what a transaction puts off runs in sequence after its commit, and never after a rollback', async () => {
  const { db } = service.brand('amber');
  await service.addUser();
  const nameOf = async () => (await db.selectFrom('user').select('name').limit(1).executeTakeFirstOrThrow()).name;
  const seen: string[] = [];
  const rename = (name: string, fails: boolean): Promise<void> =>
    transact(db, async (transaction) => {
      afterCommit(transaction, async () => void seen.push(await nameOf()));
      await transaction.updateTable('user').set({ name }).execute();
      afterCommit(transaction, () => void seen.push('second'));
      if (fails) throw new Error('The task fails.');
    });
  await rename('Renamed', false);
  expect(seen).toEqual(['Renamed', 'second']);
  await expect(rename('Never', true)).rejects.toThrow('The task fails.');
  expect([...seen, await nameOf()]).toEqual(['Renamed', 'second', 'Renamed']);
  await expect(db.transaction().execute(async (plain) => afterCommit(plain, () => {}))).rejects.toThrow('transact()');
});
