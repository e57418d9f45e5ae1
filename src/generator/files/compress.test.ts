import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { compress } from './compress.ts';

test.each(['fast', 'best'] as const)(
  'both compressed files hold the text, and have the same bytes each time: %s',
  (level) => {
    const text = Buffer.from('Правила чата. '.repeat(100));
    const { br, gz } = compress(text, level);
    expect(brotliDecompressSync(br)).toEqual(text);
    expect(gunzipSync(gz)).toEqual(text);
    expect(br.length).toBeLessThan(gz.length);
    expect(compress(text, level)).toEqual({ br, gz });
    // Bytes 4 to 9 hold time and system (RFC 1952), and are left empty.
    expect([...gz.subarray(4, 8), gz[9]]).toEqual([0, 0, 0, 0, 255]);
  },
);

test('an empty text is compressed too', () => {
  const { br, gz } = compress(Buffer.alloc(0), 'fast');
  expect([brotliDecompressSync(br).length, gunzipSync(gz).length]).toEqual([0, 0]);
});

test('the best level is the highest of Brotli and of gzip', () => {
  // Levels differ only where a text repeats itself in many ways.
  const words = ['chat', 'rule', 'room', 'guest', 'message'];
  const repeated = Array.from({ length: 3000 }, (_, at) => `${words[(at * at * 31 + at * 7) % 5]}${(at * at) % 97}`);
  const text = Buffer.from(repeated.join(' '));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const { br, gz } = compress(text, 'best');
  expect(br).toEqual(brotliCompressSync(text, { params }));
  // The header names the system.
  expect(gz.subarray(10)).toEqual(gzipSync(text, { level: 9 }).subarray(10));
});
