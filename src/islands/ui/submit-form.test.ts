import { expect, test, vi } from 'vitest';

import { submitForm } from './submit-form.ts';

vi.stubGlobal('HTMLFormElement', EventTarget);

test.each([
  [413, 'errors.textLong'],
  [429, 'errors.tooMany'],
  [502, 'service.unreachable'],
  [503, 'service.unreachable'],
  [504, 'service.unreachable'],
  [200, 'service.unreachable'],
])('a page of a proxy with the status %i becomes a message', async (status, form) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>nginx</html>', { status })));
  expect(await submitForm('/api/auth/login', { email: 'x' })).toEqual({ messages: { form } });
});

test('the service names the error itself', async () => {
  const errors = { errors: { email: 'email' } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(errors, { status: 413 })));
  expect(await submitForm('/api/auth/login', { email: 'x' })).toEqual({ messages: { email: 'errors.email' } });
});
