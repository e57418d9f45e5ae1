/** Conditional and range headers (RFC 9110, sections 13 and 14). Without Last-Modified, headers with dates do not apply. */
export type ConditionalHeaders = Partial<
  Record<'if-match' | 'if-none-match' | 'if-range' | 'range', string | undefined>
>;

/** First and last byte of a partial response. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Status of the answer to a GET or HEAD request for a file that exists, in the order of RFC 9110, section 13.2.2.
 * @param etag strong, with its quotes
 * @param bytes size of the file
 */
export function evaluateConditions(
  headers: ConditionalHeaders,
  etag: string,
  bytes: number,
): { status: 200 | 206 | 304 | 412 | 416; range?: ByteRange } {
  if (headers['if-match'] && !lists(headers['if-match'], etag, 'strong')) return { status: 412 };
  if (headers['if-none-match'] && lists(headers['if-none-match'], etag, 'weak')) return { status: 304 };
  if (headers['if-range'] && headers['if-range'] !== etag) return { status: 200 };
  const [, ranges] = /^bytes=(.*)$/.exec(headers.range ?? '') ?? [];
  // Several ranges are answered with the whole file.
  if (ranges === undefined || ranges.includes(',')) return { status: 200 };
  const range = parseRange(ranges, bytes);
  return range.first <= range.last ? { status: 206, range } : { status: 416 };
}

/** @returns a range whose first byte is after its last where the range is malformed or outside of the file */
function parseRange(range: string, bytes: number): ByteRange {
  const [, first, last] = /^[ \t]*(\d*)-(\d*)[ \t]*$/.exec(range) ?? [];
  if (first) {
    const isBackwards = last && Number(last) < Number(first);
    return { first: Number(first), last: isBackwards ? -1 : Math.min(Number(last || Infinity), bytes - 1) };
  }
  return last ? { first: Math.max(bytes - Number(last), 0), last: bytes - 1 } : { first: 0, last: -1 };
}

/** Whether a list of entity tags is `*` or includes a tag. A strong comparison skips weak tags (RFC 9110, section 8.8.3.2). */
function lists(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags = [...list.matchAll(/(W\/)?("[^"]*")/g)];
  return tags.some(([, weak, tag]) => tag === etag && (comparison === 'weak' || !weak));
}
