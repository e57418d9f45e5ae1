import { isUtf8 } from 'node:buffer';

import { detect } from 'chardet';

import type { Diagnostic } from './user-error.ts';

export interface DecodedText {
  text: string;
  /** Where there are any, the text is not to be relied on. */
  diagnostics: Diagnostic[];
}

/**
 * Decodes a text file, which has to be UTF-8 without characters that no reader can see.
 * @param file path for messages
 */
export function decodeText(file: string, bytes: Buffer): DecodedText {
  const text = bytes.toString();
  if (!isUtf8(bytes) || isWide(bytes)) return { text, diagnostics: [notUtf8(file, bytes)] };
  return { text, diagnostics: BAD_CHARACTER.test(text) ? checkRows(file, text) : [] };
}

/**
 * A character that cannot stand in a page, as in `U+0000`: control characters, halves of characters, characters without a
 * meaning, and the one that replaces a lost character. The build itself marks places with characters of private use.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream
 */
export function findBadCharacter(text: string): string | undefined {
  const found = BAD_CHARACTER.exec(text)?.[0];
  return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** How to mend what {@link findBadCharacter} found. */
export const BAD_CHARACTER_HINT = 'Write the character that belongs there, or remove it';

const BAD_CHARACTER = /[[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\uFFFD]--[\t\n\r]]/v;

const checkRows = (file: string, text: string): Diagnostic[] =>
  text.split('\n').flatMap((row, index) => {
    const found = findBadCharacter(row);
    const message = `the character ${found} cannot be shown`;
    return found ? [{ file, line: index + 1, message, hint: BAD_CHARACTER_HINT }] : [];
  });

/** UTF-16 without a byte order mark can be valid UTF-8: every second byte is then a control character. */
const isWide = (bytes: Buffer): boolean =>
  bytes.includes(0) && bytes.filter((byte) => byte < 9).length > bytes.length / 10;

function notUtf8(file: string, bytes: Buffer): Diagnostic {
  const detected = detect(bytes);
  const encoding = isWide(bytes) && !detected?.startsWith('UTF-') ? 'UTF-16' : detected;
  const offset = firstInvalid(bytes);
  const line = bytes.subarray(0, offset).toString('latin1').split('\n').length;
  if (encoding && encoding !== 'UTF-8') {
    const message = `the file is not UTF-8 from byte ${offset + 1} on, but probably ${encoding}`;
    return { file, line, message, hint: 'Save it as UTF-8' };
  }
  const message = `byte ${offset + 1} belongs to no character: the file is damaged`;
  return { file, line, message, hint: 'Write what was there, and save the file as UTF-8' };
}

/** Offset of the first byte that is not UTF-8, or else of the first control character. */
function firstInvalid(bytes: Buffer): number {
  if (isUtf8(bytes)) return bytes.findIndex((byte) => byte < 9);
  const replaced = Buffer.from(bytes.toString());
  return bytes.findIndex((byte, index) => byte !== replaced[index]);
}
