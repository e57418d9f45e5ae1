import { afterEach, expect, test, vi } from 'vitest';

import { ask } from './request.ts';

afterEach(() => void vi.unstubAllGlobals());

vi.mock('./words.ts', () => ({ lang: 'en', t: (name: string) => name }));

test.each([
  [404, 'moderationErrors.forbidden'],
  [413, 'moderationErrors.body'],
  [429, 'moderationErrors.tooMany'],
  [500, 'moderationErrors.server'],
  [502, 'moderation.unreachable'],
  [503, 'moderation.unreachable'],
  [504, 'moderation.unreachable'],
])('a page of a proxy with the status %i becomes a message', async (status, message) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>nginx</html>', { status })));
  await expect(ask('me', {})).rejects.toThrow(message);
});

test.each([
  [{ error: 'claimed' }, 409, 'moderationErrors.claimed'],
  [{ errors: { form: 'busy' } }, 503, 'moderationErrors.tooMany'],
  [{ errors: { form: 'tooMany' } }, 429, 'moderationErrors.tooMany'],
  [{ errors: { form: 'textLong' } }, 413, 'moderationErrors.body'],
  [{ errors: { form: 'origin' } }, 403, 'moderationErrors.server'],
])('the refusal %o of a node becomes a message', async (body, status, message) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
  await expect(ask('me', {})).rejects.toThrow(message);
});
