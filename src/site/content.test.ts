import { expect, test } from 'vitest';

import { escapeHtml } from '../shared/text/escape-html.ts';
import { fillPlaceholders } from './content.ts';
import type { Edition } from './editions/editions.ts';

test('text has the name of a host as readers know it, and URLs have it in ASCII', () => {
  const edition = { host: 'xn--80aswg.example', brand: { name: 'B', email: 'a@b.example' } } as Edition;
  const html = '<p>{brand} on {domain}: <a href="https://%7Bdomain%7D/rules">{domain}</a>, {email}, {other}</p>';
  expect(fillPlaceholders(html, edition)).toBe(
    '<p>B on сайт.example: <a href="https://xn--80aswg.example/rules">сайт.example</a>, a@b.example, {other}</p>',
  );
  const named = { ...edition, brand: { ...edition.brand, name: "O'Neil & Sons" } };
  expect(fillPlaceholders('{brand} <a href="/?%7Bbrand%7D">', named, escapeHtml)).toBe(
    `O'Neil &amp; Sons <a href="/?O'Neil%20%26%20Sons">`,
  );
});
