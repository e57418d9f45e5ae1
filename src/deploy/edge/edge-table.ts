import { isCompressedForm } from '../../output/content-encodings.ts';
import type { Manifest, ManifestEdition, ManifestFiles } from '../../output/manifest.ts';
import type { HeaderRule } from '../../output/match-headers.ts';
import { required } from '../../shared/required.ts';
import type { EditionsOfHost } from './answer-at-edge.ts';

/**
 * What the edge knows of a generation. Header rules, lists of paths and contents stand in it once, however many editions have them: a
 * worker may have 3 MB as gzip. Compressed forms are left out, because the CDN compresses.
 */
export interface EdgeTable {
  build: string;
  rules: HeaderRule[];
  /** Lists of paths below the root of an edition, in order. */
  pathLists: string[][];
  /** The hashes of all contents in a string, 32 hexadecimal digits each. */
  hashes: string;
  /** Their lengths in bytes, in the same order. */
  sizes: number[];
  editions: EdgeEdition[];
}

interface EdgeEdition {
  host: string;
  lang: string;
  isDefault: boolean;
  surrogateKeys?: ManifestEdition['surrogateKeys'];
  /** Numbers of `rules`. */
  rules: number[];
  /** Number of one of `pathLists`. */
  paths: number;
  /** Numbers of the contents of its paths, each as the distance from the one before: contents of an edition are mostly neighbours. */
  contents: number[];
}

/** Digits of a SHA-256 that name a content: in ETags, and for Cloudflare. */
export const HASH_DIGITS = 32;

export function edgeTable({ build, editions }: Manifest): EdgeTable {
  const rules = numbering<HeaderRule>(({ path, headers }) => JSON.stringify([path, headers]));
  const pathLists = numbering<string[]>((paths) => paths.join('\n'));
  const contents = numbering<{ hash: string; bytes: number }>(({ hash }) => hash);
  const packed = editions.map((edition): EdgeEdition => {
    const files = Object.entries(plainFilesOf(edition)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const numbers = files.map(([, { sha256, bytes }]) =>
      contents.numberOf({ hash: sha256.slice(0, HASH_DIGITS), bytes }),
    );
    return {
      host: edition.host,
      lang: edition.lang,
      isDefault: edition.default,
      ...(edition.surrogateKeys && { surrogateKeys: edition.surrogateKeys }),
      rules: edition.headers.map(rules.numberOf),
      paths: pathLists.numberOf(files.map(([path]) => path)),
      contents: numbers.map((number, index) => number - (numbers[index - 1] ?? 0)),
    };
  });
  return {
    build,
    rules: rules.all,
    pathLists: pathLists.all,
    hashes: contents.all.map(({ hash }) => hash).join(''),
    sizes: contents.all.map(({ bytes }) => bytes),
    editions: packed,
  };
}

/** Files that the edge answers with. */
export const plainFilesOf = ({ files, kept }: ManifestEdition): ManifestFiles =>
  Object.fromEntries(Object.entries({ ...kept, ...files }).filter(([path]) => !isCompressedForm(path)));

/** The editions of a host as the resolver of requests takes them; none for an unknown host. */
export function editionReader(table: EdgeTable): EditionsOfHost {
  const byHost = Map.groupBy(table.editions, ({ host }) => host);
  const read = new Map<string, ManifestEdition[]>();
  return (host) => {
    const editions = read.get(host) ?? (byHost.get(host) ?? []).map((edition) => unpack(edition, table));
    if (editions.length) read.set(host, editions);
    return editions;
  };
}

function unpack(edition: EdgeEdition, { rules, pathLists, hashes, sizes }: EdgeTable): ManifestEdition {
  let content = 0;
  const files = required(pathLists[edition.paths], 'paths').map((path, index) => {
    content += edition.contents[index]!;
    const sha256 = hashes.slice(content * HASH_DIGITS, (content + 1) * HASH_DIGITS);
    return [path, { sha256, bytes: sizes[content]! }] as const;
  });
  return {
    host: edition.host,
    lang: edition.lang,
    brand: '',
    root: `${edition.host}/${edition.lang}`,
    default: edition.isDefault,
    closed: false,
    nextBuild: null,
    ...(edition.surrogateKeys && { surrogateKeys: edition.surrogateKeys }),
    headers: edition.rules.map((number) => required(rules[number], 'headers')),
    files: Object.fromEntries(files),
    kept: {},
  };
}

/** Numbers values in the order in which they are first seen; equal values have the same number. */
function numbering<Value>(keyOf: (value: Value) => string): { all: Value[]; numberOf: (value: Value) => number } {
  const numbers = new Map<string, number>();
  const all: Value[] = [];
  const numberOf = (value: Value): number => {
    const key = keyOf(value);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, all.length);
    return all.push(value) - 1;
  };
  return { all, numberOf };
}
