import { expect, test } from 'vitest';

import { fillPlaceholders } from './content.ts';
import type { Edition } from './editions/editions.ts';

test('text has the name of a host as readers know it, and URLs have it in ASCII', () => {
  const edition = { host: 'xn--80aswg.example', brand: { name: 'B', email: 'a@b.example' } } as Edition;
  const html = '<p>{brand} on {domain}: <a href="https://%7Bdomain%7D/rules">{domain}</a>, {email}, {other}</p>';
  expect(fillPlaceholders(html, edition)).toBe(
    '<p>B on сайт.example: <a href="https://xn--80aswg.example/rules">сайт.example</a>, a@b.example, {other}</p>',
  );
});
