import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { openSocket, opening } from '../support/service/chat/chat-test-user.ts';
import { databases, isSignedIn, visitorOn, newDatabase, startTestService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const OLD = 'the secret of last year and long enough';
const NEW = 'the secret of this year and long enough';
const NEWEST = 'the secret of next year and long enough';

/** Settings of a database that outlives the service. */
async function keptDatabase(database: (typeof databases)[number]): Promise<Record<string, string>> {
  if (database === 'PostgreSQL') return { DATABASE_URL: await newDatabase() };
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'rotation-'));
  cpSync(inject('embedded'), DATA_DIR, { recursive: true });
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  return { DATA_DIR };
}

const entersChat = async (visitor: Visitor): Promise<boolean> => {
  const socket = openSocket(visitor);
  const opened = await opening(socket);
  socket.close();
  return opened === 'open';
};

describe.each(databases)('on %s', (database) => {
  test('a session outlives rotations of AUTH_SECRET until the secret that signed its cookie is dropped', async () => {
    const kept = await keptDatabase(database);
    const start = (settings: Record<string, string>) => startTestService(database, { ...kept, ...settings });
    const first = await start({ AUTH_SECRET: OLD });
    const { visitor: early, person } = await first.join();
    await first.close();

    const second = await start({ AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: OLD });
    expect(await isSignedIn(visitorOn(second, early))).toBe(true);
    expect(await entersChat(visitorOn(second, early))).toBe(true);
    const late = second.visitor();
    expect((await late.post(forms.login.action, { ...person })).status).toBe(200);
    const forged = visitorOn(second, early);
    const [token, signature] = early.cookies.get('__Host-session')!.split('.') as [string, string];
    forged.cookies.set('__Host-session', `${token}x.${signature}`);
    expect(await isSignedIn(forged)).toBe(false);
    await second.close();

    const third = await start({ AUTH_SECRET: NEWEST, AUTH_SECRET_PREVIOUS: `${NEW}, ${OLD}` });
    for (const visitor of [early, late]) expect(await isSignedIn(visitorOn(third, visitor))).toBe(true);
    await third.close();

    const last = await start({ AUTH_SECRET: NEWEST, AUTH_SECRET_PREVIOUS: NEW });
    onTestFinished(last.close);
    expect(await isSignedIn(visitorOn(last, early))).toBe(false);
    expect(await entersChat(visitorOn(last, early))).toBe(false);
    expect(await isSignedIn(visitorOn(last, late))).toBe(true);
  });
});
