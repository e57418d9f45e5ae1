/** A request, and the status of every server's response. */
export interface Row {
  method: string;
  host: string;
  path: string;
  headers: Record<string, string>;
  status: number;
}

export const ONE = 'one.example';
export const MANY = 'many.example';

/** Languages by host of the site that the table is for. */
export const hosts = { [ONE]: ['ru'], [MANY]: ['en', 'de', 'ar'], 'two.example': ['de', 'en'] };

/** Placeholder in a header for the ETag of the same file in the same encoding. */
export const ETAG = '{etag}';

/** Placeholder in a header for the value of Available-Dictionary that names the dictionary of a language of the host. */
export const DICTIONARY = /\{dictionary:(\w+)\}/;

/** A request that reads. */
export const get = (status: number, path: string, headers: Row['headers'] = {}, host = ONE): Row => ({
  method: 'GET',
  host,
  path,
  headers,
  status,
});

export const conditions: [status: number, headers: Row['headers']][] = [
  [304, { 'If-None-Match': ETAG }],
  [304, { 'If-None-Match': `W/${ETAG}` }],
  [304, { 'If-None-Match': `"a", ${ETAG}` }],
  [304, { 'If-None-Match': `"a",W/"b" ,${ETAG},"c"` }],
  [304, { 'If-None-Match': '*' }],
  [200, { 'If-None-Match': '"a"' }],
  [200, { 'If-None-Match': 'W/"a", "b"' }],
  [200, { 'If-None-Match': '""' }],
  [200, { 'If-Match': ETAG }],
  [200, { 'If-Match': '*' }],
  [200, { 'If-Match': `"a", ${ETAG}` }],
  [412, { 'If-Match': '"a"' }],
  [412, { 'If-Match': `W/${ETAG}` }],
  [412, { 'If-Match': '"a", "b"' }],
  [412, { 'If-Match': '"a"', 'If-None-Match': ETAG }],
  [304, { 'If-Match': ETAG, 'If-None-Match': ETAG }],
  [200, { 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [200, { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [200, { 'If-Modified-Since': 'yesterday' }],
  [200, { 'If-Unmodified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [304, { 'If-None-Match': ETAG, 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [304, { 'If-None-Match': ETAG, Range: 'bytes=0-1' }],
  [206, { 'If-Match': ETAG, Range: 'bytes=0-1' }],
];

export const ranges: [status: number, headers: Row['headers']][] = [
  [206, { Range: 'bytes=0-0' }],
  [206, { Range: 'bytes=0-9' }],
  [206, { Range: 'bytes=10-' }],
  [206, { Range: 'bytes=-10' }],
  [206, { Range: 'bytes=-1000000' }],
  [206, { Range: 'bytes=5-1000000' }],
  [206, { Range: 'bytes=0-' }],
  [416, { Range: 'bytes=1000000-' }],
  [416, { Range: 'bytes=1000000-1000001' }],
  [416, { Range: 'bytes=9-0' }],
  [416, { Range: 'bytes=a-b' }],
  [416, { Range: 'bytes=-' }],
  [206, { Range: 'bytes=0-1,3-4' }],
  [200, { Range: 'lines=0-1' }],
  [200, { Range: 'bytes=0-9', 'If-Range': '"a"' }],
  [206, { Range: 'bytes=0-9', 'If-Range': ETAG }],
  [200, { Range: 'bytes=0-9', 'If-Range': `W/${ETAG}` }],
  [200, { Range: 'bytes=0-9', 'If-Range': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
];
