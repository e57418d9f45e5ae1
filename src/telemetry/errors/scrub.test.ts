import { expect, test } from 'vitest';

import { scrub, scrubText } from './scrub.ts';

test.each([
  ['Anna <anna.b+chat@mail.example.com> wrote', 'Anna <[e-mail]> wrote'],
  [
    'GET https://velvet.example/auth/restore/finish?token=abc#x failed',
    'GET https://velvet.example/auth/restore/finish failed',
  ],
  ['/rules?lang=ru', '/rules'],
  ['?token=abc', ''],
  ['session a1b2c3d4e5f6a7b8c9d0 has ended', 'session [token] has ended'],
  [
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    '[token].[token].[token]',
  ],
  // Identifiers, file names and plain questions are kept.
  [
    'TypeError: removeEventListenerFromWindow is not a function',
    'TypeError: removeEventListenerFromWindow is not a function',
  ],
  [
    'at report (https://velvet.example/assets/reporter.js:1:2345)',
    'at report (https://velvet.example/assets/reporter.js:1:2345)',
  ],
  ['Is it broken? Yes.', 'Is it broken? Yes.'],
])('%s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed);
});

test('removes personal data from a report, and keeps the fields that reports are grouped by', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const report = {
    event_id: id,
    contexts: { trace: { trace_id: id, span_id: '0123456789abcdef' } },
    request: {
      url: 'https://velvet.example/rules?x=1',
      cookies: { session: id },
      headers: { Referer: 'https://a.example/?q=1' },
    },
    user: { ip_address: '192.0.2.1' },
    breadcrumbs: [{ message: 'mail to anna@example.com', data: { length: 3, url: '/api/a?b=c' } }],
    error_ids: [id],
  };
  expect(scrub(report)).toEqual({
    event_id: id,
    contexts: report.contexts,
    request: { url: 'https://velvet.example/rules', headers: { Referer: 'https://a.example/' } },
    breadcrumbs: [{ message: 'mail to [e-mail]', data: { length: 3, url: '/api/a' } }],
    error_ids: [id],
  });
});
