import type { z } from 'zod';

/** A place in the bodies of a schema. */
export interface Place {
  /** Such as `tags[]`. */
  path: string;
  schema: z.core.$ZodType;
  /** A body with a value in this place, and nothing else. A list holds the value as often as it may. */
  bodyWith: (value: unknown) => unknown;
}

/**
 * Every place of a schema: its fields, and what lists, records and choices hold. A kind of schema that it does not know is an error.
 * @param maxBytes of a body
 */
export function placesOf(
  schema: z.core.$ZodType,
  maxBytes: number,
  path = '',
  bodyWith: Place['bodyWith'] = (value) => value,
): Place[] {
  const inside = (inner: z.core.$ZodType, name = '', wrap: Place['bodyWith'] = (value) => value): Place[] =>
    placesOf(inner, maxBytes, path + name, (value) => bodyWith(wrap(value)));
  const here: Place = { path, schema, bodyWith };
  const { _zod } = schema as z.core.$ZodTypes;
  const { def } = _zod;
  switch (def.type) {
    case 'object':
      return [
        here,
        ...Object.entries(def.shape).flatMap(([name, field]) =>
          inside(field, path ? `.${name}` : name, (value) => ({ [name]: value })),
        ),
      ];
    case 'array':
      return [here, ...inside(def.element, '[]', (value) => asOftenAsFits(value, maxBytes, boundOf(schema)))];
    case 'tuple':
      return [here, ...def.items.flatMap((item, index) => inside(item, `[${index}]`, (value) => nth(index, value)))];
    case 'record':
      return [
        here,
        ...inside(def.keyType, '{}', (key) => ({ [typeof key === 'string' ? key : 'a']: 1 })),
        ...inside(def.valueType, '{…}', (value) => ({ a: value })),
      ];
    case 'pipe':
      // What comes out of a string or a list is no place of a body.
      return [...inside(def.in), ...(typeOf(def.in) === 'unknown' ? inside(def.out) : [])];
    case 'optional':
    case 'nullable':
    case 'catch':
      return inside(def.innerType);
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
    case 'transform':
      return [here];
    default:
      throw new Error(`"${path}" is of the kind ${def.type}. Teach placesOf() to walk it.`);
  }
}

function asOftenAsFits(value: unknown, maxBytes: number, max = 1): unknown[] {
  const bytes = typeof value === 'string' ? Buffer.byteLength(value) + 3 : maxBytes;
  return Array.from({ length: Math.max(1, Math.min(max, Math.floor(maxBytes / bytes))) }, () => value);
}

const nth = (index: number, value: unknown): unknown[] => [...Array.from({ length: index }), value];

const typeOf = ({ _zod }: z.core.$ZodType): string => _zod.def.type;

export const isText = (schema: z.core.$ZodType): boolean => typeOf(schema) === 'string';

/** Whether a schema is a text or a list, whose length needs a bound. */
export const hasLength = (schema: z.core.$ZodType): boolean => ['string', 'array'].includes(typeOf(schema));

/** The bound of a text in UTF-16 units, or of a list, if it is checked before all else. zod checks that of a list before its elements. */
export function boundOf({ _zod: { def } }: z.core.$ZodType): number | undefined {
  const [first] = (def.checks ?? []).map(({ _zod }) => _zod.def as Partial<z.core.$ZodCheckMaxLengthDef>);
  return first?.check === 'max_length' && (first.abort || def.type === 'array') ? first.maximum : undefined;
}
