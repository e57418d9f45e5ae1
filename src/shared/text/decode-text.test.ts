import { expect, test } from 'vitest';

import { decodeText } from './decode-text.ts';

const RUSSIAN = 'Правила чата. Будьте вежливы с незнакомцами, не называйте фамилию и адрес.\n';
const GERMAN = 'Für Gäste über achtzehn: höfliche Grüße, schöne Gespräche, müde Füße.\n';

/** Bytes of a text in an encoding that Node does not write. */
const encode = (text: string, encoding: string): Buffer => {
  const decoder = new TextDecoder(encoding);
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from(Array.from(text, (letter) => table.get(letter)!));
};

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test.each<[string, Buffer, line: number, byte: number]>([
  ['windows-1251', encode(`---\ntitle: x\n---\n${RUSSIAN}`, 'windows-1251'), 4, 18],
  ['KOI8-R', encode(RUSSIAN, 'koi8-r'), 1, 1],
  ['ISO-8859-1', Buffer.from(GERMAN, 'latin1'), 1, 2],
  ['UTF-16LE', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(GERMAN, 'utf16le')]), 1, 1],
  ['UTF-16BE', Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian(GERMAN)]), 1, 1],
  ['UTF-16', Buffer.from('Rules of the chat.\n', 'utf16le'), 1, 2],
  ['UTF-16', Buffer.from(RUSSIAN, 'utf16le'), 1, 2],
])('a text in %s is reported with line, byte and encoding', (encoding, bytes, line, byte) => {
  const { diagnostics } = decodeText('a.md', bytes);
  expect(diagnostics).toEqual([
    {
      file: 'a.md',
      line,
      message: expect.stringContaining(`is not UTF-8 from byte ${byte} on`) as string,
      hint: 'Save it as UTF-8',
    },
  ]);
  expect(diagnostics[0]!.message).toContain(`probably ${encoding}`);
});

test('marks of direction and closed isolates are text', () => {
  const text = 'שלום \u2068{{name}}\u2069, \u2067a \u2066b\u2069 c\u2069, \u200Fabc\u200E, \u061C';
  expect(decodeText('a.md', Buffer.from(text)).diagnostics).toEqual([]);
});

test('a truncated UTF-8 text is reported as damaged, not as another encoding', () => {
  const complete = Buffer.from(`${RUSSIAN}${RUSSIAN}`);
  const end = complete.length - '.\n'.length;
  const { diagnostics } = decodeText('a.md', complete.subarray(0, end - 1));
  expect(diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual([
    `2 byte ${end - 1} belongs to no character: the file is damaged`,
  ]);
});

test('a conflict of git is reported with its lines, and no line of a heading, table or quotation', () => {
  const diagnostics = (text: string) => decodeText('a.md', Buffer.from(text)).diagnostics.map(({ line }) => line);
  expect(diagnostics('One\n<<<<<<< HEAD\ntwo\n||||||| base\n=======\nthree\n>>>>>>> main\n')).toEqual([2, 4, 7]);
  expect(diagnostics('One\r\n<<<<<<<\r\ntwo\r\n')).toEqual([2]);
  expect(diagnostics('One\n=======\n<<<<<<<<\n>>>>>>>One\n |||||||\n')).toEqual([]);
});

test.each([
  ['\0', 'U+0000'],
  ['\u0085', 'U+0085'],
  ['\u001B', 'U+001B'],
  ['\uFFFD', 'U+FFFD'],
  ['\uFFFF', 'U+FFFF'],
  // Placeholders of templates.
  ['\uE0000\uE001', 'U+E000'],
  ['\u{F0000}', 'U+F0000'],
  // An override, an isolate that stays open, and an end without a beginning.
  ['\u202Eabc', 'U+202E'],
  ['\u2067abc', 'U+2067'],
  ['\u2068a\u2069 \u2069', 'U+2069'],
])('a character that cannot be shown is reported, %j', (text, name) => {
  expect(decodeText('a.md', Buffer.from(`One\ntwo ${text}\nthree\n`)).diagnostics).toEqual([
    { file: 'a.md', line: 2, message: `the character ${name} cannot be shown`, hint: expect.any(String) as string },
  ]);
});

test.each(['', 'Łódź — 東京 🎉👩‍👩‍👧 שָׁלוֹם\u200f\u00ad\u2067a\u2069', 'a\tb\r\nc\r', '\uFEFFmark'])(
  'any other text is accepted, %j',
  (text) => {
    expect(decodeText('a.md', Buffer.from(text))).toEqual({ text, diagnostics: [] });
  },
);
