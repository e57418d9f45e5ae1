import { expect, test } from 'vitest';
import { z } from 'zod';

import { BODY_MAX_BYTES } from '../../src/contract/api-paths.ts';
import { chatSchemas } from '../../src/contract/chat/chat-schemas.ts';
import { actionSchemas, formSchemas, passkeySchemas } from '../../src/contract/form-schemas.ts';
import { moderationSchemas } from '../../src/contract/moderation/schemas.ts';
import { FORM_FIELDS_MAX, parseForm } from '../../src/service/http/read-form.ts';
import { JSON_FIELDS_MAX, parseJson } from '../../src/service/http/read-json.ts';
import { memoize } from '../../src/shared/memoize.ts';
import { hostileTexts, ofBytes } from '../support/cost/hostile-texts.ts';
import { timeAgainstLaw } from '../support/cost/processor-time.ts';
import { boundOf, hasLength, isText, type Place, placesOf } from '../support/cost/schema-places.ts';

/** A way of bodies into the service. */
interface Kind {
  maxBytes: number;
  /** Most fields of a body; more are refused before its schema. */
  maxFields: number;
  parse: (text: string) => unknown;
  /** What the service reads of the result of a schema. */
  read: (result: z.ZodSafeParseResult<unknown>) => unknown;
}

const forms: Kind = {
  maxBytes: BODY_MAX_BYTES,
  maxFields: FORM_FIELDS_MAX,
  parse: parseForm,
  // A form shows what is wrong.
  read: ({ error }) => error?.issues,
};
const moderation: Kind = {
  maxBytes: BODY_MAX_BYTES,
  maxFields: JSON_FIELDS_MAX,
  parse: parseJson,
  read: ({ success }) => success,
};
const FRAME_MAX_BYTES = 16_384;
const sockets: Kind = { ...moderation, maxBytes: FRAME_MAX_BYTES, maxFields: FRAME_MAX_BYTES / 7, parse: JSON.parse };

interface Request {
  name: string;
  schema: z.ZodType;
  kind: Kind;
}

/** Every schema of a request. A new schema, or a new field, is in one of these objects. */
const all: Request[] = [
  ...named('form', formSchemas, forms),
  ...named('action', actionSchemas, forms),
  ...named('passkey', passkeySchemas, forms),
  ...named('moderation', moderationSchemas, moderation),
  ...named('chat', chatSchemas, sockets),
];

function named(group: string, schemas: Record<string, z.ZodType>, kind: Kind): Request[] {
  return Object.entries(schemas).map(([name, schema]) => ({ name: `${group} ${name}`, schema, kind }));
}

/** Values that are slow for lists, records and objects. */
const manyValues: Record<string, (bytes: number, fields: number) => unknown> = {
  'many numbers': (bytes) => Array.from({ length: bytes / 2 }, () => 1),
  'many empty texts': (bytes) => Array.from({ length: bytes / 3 }, () => ''),
  'many objects': (bytes) => Array.from({ length: bytes / 3 }, () => ({})),
  'many fields': (_, fields) => Object.fromEntries(Array.from({ length: fields }, (__, key) => [key.toString(36), 1])),
  'nested lists': (bytes) => JSON.parse('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
};

type Values = [name: string, value: unknown][];

/** The largest values that can be sent. */
const sentValues = memoize(({ maxBytes, maxFields }: Kind): Values => [
  ...Object.entries(hostileTexts).map(([name, text]): Values[0] => [`${name}, all bytes`, ofBytes(text, maxBytes)]),
  ...Object.entries(manyValues).map(([name, many]): Values[0] => [name, many(maxBytes, maxFields)]),
]);

/** The largest texts that are allowed. */
const allowedTexts = memoize((units: number): Values =>
  Object.entries(hostileTexts).map(([name, text]) => [`${name}, as allowed`, text(units)]),
);

function hostileValues({ schema }: Place, kind: Kind): Values {
  const bound = isText(schema) ? boundOf(schema) : undefined;
  return [...sentValues(kind), ...(bound === undefined ? [] : allowedTexts(bound))];
}

/** Lists the hostile values that take a schema too long. */
async function breaches({ name, schema, kind }: Request): Promise<string[]> {
  const found: string[] = [];
  for (const place of placesOf(schema, kind.maxBytes))
    for (const [what, value] of hostileValues(place, kind)) {
      const body = place.bodyWith(value);
      const ms = await timeAgainstLaw(() => kind.read(schema.safeParse(body)));
      if (ms) found.push(`${name}: ${place.path}: ${what}: ${ms} ms`);
    }
  return found;
}

test.each(all)('no hostile value takes long in the schema of $name', async (request) => {
  expect(await breaches(request)).toEqual([]);
});

test.each(Object.entries({ forms, moderation, sockets }))('no hostile body takes long to read: %s', async (_, kind) => {
  const { maxBytes, parse } = kind;
  const found: string[] = [];
  for (const [what, value] of sentValues({ ...kind, maxFields: maxBytes / 7 })) {
    // The text of nested lists is among the texts.
    if (what === 'nested lists') continue;
    const texts = typeof value === 'string' ? [value, `a=${value}`, `"${value}"`] : [JSON.stringify(value)];
    for (const text of texts) {
      const ms = await timeAgainstLaw(() => attempt(() => parse(text.slice(0, maxBytes))));
      if (ms) found.push(`${what}: ${ms} ms`);
    }
  }
  expect(found).toEqual([]);
});

/** Socket.IO closes a connection with invalid JSON. */
function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

test('every text and list of a request has a bound, which stops its schema', () => {
  const unbounded = all.flatMap(({ name, schema, kind }) =>
    placesOf(schema, kind.maxBytes)
      .filter((place) => hasLength(place.schema) && boundOf(place.schema) === undefined)
      .map(({ path }) => `${name}: ${path}`),
  );
  expect(unbounded).toEqual([]);
});

test('a schema that works before it checks the length is found', async () => {
  const late = z.object({ text: z.string().normalize('NFKC').max(100) });
  const found = await breaches({ name: 'late', schema: late, kind: { ...forms, maxBytes: 8192 } });
  expect(found).toContainEqual(expect.stringMatching(/^late: text: marks of two classes, all bytes: /));
});
