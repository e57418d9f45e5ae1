// @vitest-environment node
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});

/** The module after a reload of the page. */
async function reload(): Promise<typeof import('./drafts.ts')> {
  vi.resetModules();
  return import('./drafts.ts');
}

beforeEach(() => stored.clear());
afterAll(() => void vi.unstubAllGlobals());

test('drafts survive a reload of the page', async () => {
  const before = await reload();
  before.openDrafts('anna');
  before.saveDraft('lounge', { text: 'Good eve', replyTo: 3 });
  const after = await reload();
  after.openDrafts('anna');
  expect(after.draftOf('lounge')).toEqual({ text: 'Good eve', replyTo: 3 });
  after.saveDraft('lounge', { text: '' });
  expect(stored.size).toBe(0);
});

test('another account reads no drafts, and finds none in the browser', async () => {
  const before = await reload();
  before.openDrafts('anna');
  before.saveDraft('lounge', { text: 'Good eve' });
  const after = await reload();
  after.openDrafts('ben');
  expect(after.draftOf('lounge')).toEqual({ text: '' });
  expect(stored.size).toBe(0);
});

test('signing out deletes drafts', async () => {
  const drafts = await reload();
  drafts.openDrafts('anna');
  drafts.saveDraft('lounge', { text: 'Good eve' });
  drafts.forgetDrafts();
  expect(stored.size).toBe(0);
  expect(drafts.draftOf('lounge')).toEqual({ text: '' });
});
