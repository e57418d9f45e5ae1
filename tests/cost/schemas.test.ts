import { expect, test } from 'vitest';
import { z } from 'zod';

import { BODY_MAX_BYTES } from '../../src/contract/api-paths.ts';
import { chatSchemas } from '../../src/contract/chat-schemas.ts';
import { actionSchemas, formSchemas, passkeySchemas } from '../../src/contract/form-schemas.ts';
import { moderationSchemas } from '../../src/contract/moderation/schemas.ts';
import { memoize } from '../../src/shared/memoize.ts';
import { hostileTexts, ofBytes } from '../support/cost/hostile-texts.ts';
import { timeAgainstLaw } from '../support/cost/processor-time.ts';
import { boundOf, hasLength, isText, type Place, placesOf } from '../support/cost/schema-places.ts';

interface Request {
  name: string;
  schema: z.ZodType;
  /** Most bytes of a body. */
  maxBytes: number;
  /** What the service reads of the result. A form shows what is wrong. */
  read: (result: z.ZodSafeParseResult<unknown>) => unknown;
}

const ofForm = { maxBytes: BODY_MAX_BYTES, read: ({ error }: z.ZodSafeParseResult<unknown>) => error?.issues };
const ofModerator = { maxBytes: BODY_MAX_BYTES, read: ({ success }: z.ZodSafeParseResult<unknown>) => success };
const ofSocket = { ...ofModerator, maxBytes: 16_384 };

/** Every schema of a request. A new schema, or a new field, is in one of these objects. */
const all: Request[] = [
  ...named('form', formSchemas, ofForm),
  ...named('action', actionSchemas, ofForm),
  ...named('passkey', passkeySchemas, ofForm),
  ...named('moderation', moderationSchemas, ofModerator),
  ...named('chat', chatSchemas, ofSocket),
];

function named(kind: string, schemas: Record<string, z.ZodType>, rest: Pick<Request, 'maxBytes' | 'read'>): Request[] {
  return Object.entries(schemas).map(([name, schema]) => ({ name: `${kind} ${name}`, schema, ...rest }));
}

/** Values that are slow for lists, records and objects. */
const manyValues: Record<string, (bytes: number) => unknown> = {
  'many numbers': (bytes) => Array.from({ length: bytes / 2 }, () => 1),
  'many empty texts': (bytes) => Array.from({ length: bytes / 3 }, () => ''),
  'many objects': (bytes) => Array.from({ length: bytes / 3 }, () => ({})),
  'many fields': (bytes) => Object.fromEntries(Array.from({ length: bytes / 7 }, (_, key) => [key.toString(36), 1])),
  'nested lists': (bytes) => JSON.parse('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
};

type Values = [name: string, value: unknown][];

/** The largest values that can be sent. */
const sentValues = memoize((maxBytes: number): Values => [
  ...Object.entries(hostileTexts).map(([name, text]): Values[0] => [`${name}, all bytes`, ofBytes(text, maxBytes)]),
  ...Object.entries(manyValues).map(([name, many]): Values[0] => [name, many(maxBytes)]),
]);

/** The largest texts that are allowed. */
const allowedTexts = memoize((units: number): Values =>
  Object.entries(hostileTexts).map(([name, text]) => [`${name}, as allowed`, text(units)]),
);

function hostileValues({ schema }: Place, maxBytes: number): Values {
  const bound = isText(schema) ? boundOf(schema) : undefined;
  return [...sentValues(maxBytes), ...(bound === undefined ? [] : allowedTexts(bound))];
}

/** Lists the hostile values that take a schema too long. */
async function breaches({ name, schema, maxBytes, read }: Request): Promise<string[]> {
  const found: string[] = [];
  for (const place of placesOf(schema, maxBytes))
    for (const [what, value] of hostileValues(place, maxBytes)) {
      const body = place.bodyWith(value);
      const ms = await timeAgainstLaw(() => read(schema.safeParse(body)));
      if (ms) found.push(`${name}: ${place.path}: ${what}: ${ms} ms`);
    }
  return found;
}

test.each(all)('no hostile value takes long in the schema of $name', async (request) => {
  expect(await breaches(request)).toEqual([]);
});

test('every text and list of a request has a bound, which stops its schema', () => {
  const unbounded = all.flatMap(({ name, schema, maxBytes }) =>
    placesOf(schema, maxBytes)
      .filter((place) => hasLength(place.schema) && boundOf(place.schema) === undefined)
      .map(({ path }) => `${name}: ${path}`),
  );
  expect(unbounded).toEqual([]);
});

test('a schema that works before it checks the length is found', async () => {
  const late = z.object({ text: z.string().normalize('NFKC').max(100) });
  const found = await breaches({ name: 'late', schema: late, ...ofForm, maxBytes: 8192 });
  expect(found).toContainEqual(expect.stringMatching(/^late: text: marks out of order, all bytes: /));
});
