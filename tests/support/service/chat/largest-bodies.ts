import { z } from 'zod';

import { actions, passkeyActions } from '../../../../src/contract/api-paths.ts';
import { actionSchemas, formSchemas, passkeySchemas } from '../../../../src/contract/form-schemas.ts';
import { forms } from '../../../../src/contract/forms.ts';
import { moderationSchemas } from '../../../../src/contract/moderation/schemas.ts';

/** Texts of a length in UTF-16 units, which take 9, 6, 9 and 3 bytes for each in a form. Systems send the third in two parts for a syllable. */
const alphabets: ((units: number) => string)[] = [
  (units) => 'ก'.repeat(units),
  (units) => '😀'.repeat(units / 2),
  (units) => '하'.normalize('NFD').repeat(units / 2),
  (units) => '#'.repeat(units),
  (units) => JSON.stringify({ id: 'a', response: { a: 'a'.repeat(Math.max(0, units - 30)) } }),
];

/** More than any field takes. */
const UNITS_MAX = 16_384;

/** Fields that pages fill, and such as have few values. */
const SHORT_FIELDS = new Set([
  'lang',
  'session',
  'passkey',
  'decision',
  'remember',
  'agreement',
  'goodFaith',
  'reason',
  'dateOfBirth',
]);
const SHORT = 'x'.repeat(64);

const longest = (field: z.ZodType): string =>
  alphabets
    .map((make) => make(longestUnits(field, make)))
    .reduce((one, other) => (encodeURIComponent(other).length > encodeURIComponent(one).length ? other : one), SHORT);

/** The largest even length that a field takes; 0 if it takes none. */
function longestUnits(field: z.ZodType, make: (units: number) => string): number {
  const takes = (units: number): boolean => field.safeParse(make(units)).success;
  let [fits, fails] = [[8, 16, 32, 64].findLast(takes) !== undefined ? 64 : 0, UNITS_MAX];
  while (fits && fails - fits > 2) {
    const middle = fits + 2 * Math.floor((fails - fits) / 4);
    if (takes(middle)) fits = middle;
    else fails = middle;
  }
  return [fits, 64, 32, 16, 8].find((units) => units <= fits && takes(units)) ?? 0;
}

const schemas = {
  ...Object.fromEntries(
    Object.entries(formSchemas).map(([id, schema]) => [forms[id as keyof typeof forms].action, schema]),
  ),
  ...Object.fromEntries(
    Object.entries(actionSchemas).map(([id, schema]) => [actions[id as keyof typeof actions], schema]),
  ),
  ...Object.fromEntries(
    Object.entries(passkeySchemas).map(([id, schema]) => [passkeyActions[id as keyof typeof passkeyActions], schema]),
  ),
} as Record<string, z.ZodObject>;

/** The largest body of each form and action that its schema can take, by the path of the request. */
export const largestForms = (): [action: string, body: string][] =>
  Object.entries(schemas).map(([action, { shape }]) => [
    action,
    new URLSearchParams(
      Object.entries(shape).map(([name, field]): [string, string] => [
        name,
        SHORT_FIELDS.has(name) ? SHORT : longest(field as z.ZodType),
      ]),
    ).toString(),
  ]);

/** Most bytes of each request of a moderator, by its name: no character takes more than three. */
export const largestModerationBodies = (): [name: string, bytes: number][] =>
  Object.entries(moderationSchemas).map(([name, schema]) => [
    name,
    bytesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
  ]);

interface JsonSchema {
  type?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

function bytesOf({ type, format, maxLength, maxItems = 0, items, properties = {}, anyOf = [] }: JsonSchema): number {
  if (type === 'array') return 2 + maxItems * (bytesOf(items ?? {}) + 1);
  if (type === 'object')
    return Object.entries(properties).reduce((sum, [name, value]) => sum + name.length + 4 + bytesOf(value), 2);
  if (type === 'integer' || format === 'uuid') return format === 'uuid' ? 38 : 16;
  // Without a length: an id of another kind, or a word of a list.
  return Math.max(maxLength === undefined ? 66 : 3 * maxLength + 2, ...anyOf.map(bytesOf));
}
