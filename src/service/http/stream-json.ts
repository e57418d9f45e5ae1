import { Readable } from 'node:stream';

/**
 * Streams the text of {@link jsonPieces} at the speed of the reader.
 * @param onError must close the connection, so that an incomplete file does not look complete
 */
export function streamJson(value: object, onError: (error: unknown) => void): ReadableStream {
  const pieces = async function* () {
    try {
      yield* jsonPieces(value);
      yield '\n';
    } catch (error) {
      onError(error);
    }
  };
  return Readable.toWeb(Readable.from(pieces(), { objectMode: false })) as ReadableStream;
}

/**
 * Yields the text of `JSON.stringify(value, null, 2)` in pieces. An async iterable in an object is written as an array: it yields
 * pages of items, and a single page is in memory at a time.
 */
export async function* jsonPieces(value: unknown, indent = ''): AsyncGenerator<string> {
  const inner = `${indent}  `;
  if (isPages(value)) {
    let isEmpty = true;
    for await (const page of value) {
      if (!page.length) continue;
      yield `${isEmpty ? '[' : ','}\n${page.map((item) => inner + textOf(item, inner)).join(',\n')}`;
      isEmpty = false;
    }
    yield isEmpty ? '[]' : `\n${indent}]`;
  } else if (isObject(value)) {
    let before = '{';
    for (const [key, part] of Object.entries(value).filter(([, member]) => member !== undefined)) {
      yield `${before}\n${inner}${JSON.stringify(key)}: `;
      yield* jsonPieces(part, inner);
      before = ',';
    }
    yield before === '{' ? '{}' : `\n${indent}}`;
  } else yield textOf(value, indent);
}

const textOf = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);

const isPages = (value: unknown): value is AsyncIterable<unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
