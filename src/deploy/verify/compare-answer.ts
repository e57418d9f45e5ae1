import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { ExpectedAnswer } from './expected-answer.ts';
import type { FetchedAnswer } from './fetch-answer.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** A difference between the answer to a URL and the build. */
export interface Difference {
  url: string;
  /** Accept-Encoding of the request. */
  encoding: Encoding;
  /** Status, a header, or the content. */
  part: string;
  expected: string;
  got: string;
}

type Part = Omit<Difference, 'url' | 'encoding'>;

/**
 * Compares an answer with the manifest.
 * @param hasForms whether the target serves the compressed files of the build. A CDN that compresses by itself may send others, or none; then
 * the decoded content counts
 */
export function compareAnswer(
  expected: ExpectedAnswer | undefined,
  answer: FetchedAnswer,
  encoding: Encoding,
  hasForms: boolean,
): Part[] {
  const { status, headers, body } = answer;
  if (!expected)
    return status === 200 ? [{ part: 'status', expected: 'no file (the build has none)', got: '200' }] : [];
  if (status !== 200) return [{ part: 'status', expected: '200', got: String(status) }];
  const content = compareContent(expected, headers['content-encoding'], body, encoding, hasForms);
  // The headers of another answer would bury the reason.
  if (content.length) return content;
  return Object.entries(expected.headers)
    .filter(([name, values]) => !values.some((value) => isSameHeader(value, headers[name.toLowerCase()])))
    .map(([name, [value = '']]): Part => ({ part: name, expected: value, got: headers[name.toLowerCase()] ?? 'none' }));
}

function compareContent(
  { sha256, forms }: ExpectedAnswer,
  coding: string | undefined,
  body: Buffer,
  encoding: Encoding,
  hasForms: boolean,
): Part[] {
  const form = encoding === 'identity' ? undefined : forms[encoding];
  if (hasForms) {
    const expectedCoding = form ? encoding : undefined;
    if (coding !== expectedCoding)
      return [{ part: 'Content-Encoding', expected: expectedCoding ?? 'none', got: coding ?? 'none' }];
    return compareHash(form ?? sha256, body);
  }
  const plain = decode(coding, body);
  if (!plain) return [{ part: 'content', expected: `content in ${encoding}`, got: `content that is no ${coding}` }];
  return compareHash(sha256, plain);
}

function compareHash(expected: string, body: Buffer): Part[] {
  const got = hash('sha256', body);
  return got === expected
    ? []
    : [{ part: 'content', expected: `SHA-256 ${expected}`, got: `SHA-256 ${got}, ${body.length} bytes` }];
}

/** @returns undefined for a body that is not in its coding */
function decode(coding: string | undefined, body: Buffer): Buffer | undefined {
  try {
    if (coding === 'br') return brotliDecompressSync(body);
    return coding === 'gzip' ? gunzipSync(body) : body;
  } catch {
    // zlib names no reason that helps.
    return undefined;
  }
}

/** CDNs write media types in other cases and without spaces. */
const isSameHeader = (expected: string, got: string | undefined): boolean =>
  got !== undefined && normalized(got) === normalized(expected);

const normalized = (value: string): string => value.replaceAll(/\s+/g, '').toLowerCase();
