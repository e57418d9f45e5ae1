import { isUtf8 } from 'node:buffer';

import { detect } from 'chardet';

import { required } from '../required.ts';
import type { Diagnostic } from '../user-error.ts';

export interface DecodedText {
  text: string;
  /** Where there are any, the text is unreliable. */
  diagnostics: Diagnostic[];
}

/**
 * Decodes a text file, which must be UTF-8 without invisible characters and without conflicts of git.
 * @param file path for messages
 */
export function decodeText(file: string, bytes: Buffer): DecodedText {
  const text = bytes.toString();
  if (!isUtf8(bytes) || isWide(bytes)) return { text, diagnostics: [notUtf8(file, bytes)] };
  return { text, diagnostics: findUnreadable(file, text) };
}

/**
 * Finds a character that no page may hold, such as `U+0000`: control characters, surrogates, noncharacters, the replacement character, and
 * characters of private use, which are placeholders of the build; embeddings and overrides, which turn the words behind them, and isolates
 * that are not closed on their line.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream
 */
export function findBadCharacter(text: string): string | undefined {
  const found = UNUSUAL_CHARACTER.test(text) ? (BAD_CHARACTER.exec(text)?.[0] ?? openIsolate(text)) : undefined;
  return found && `U+${required(found.codePointAt(0), 'character').toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Hint for a character of {@link findBadCharacter}. */
export const BAD_CHARACTER_HINT = 'Write the character that belongs there, or remove it';

const BAD_CHARACTER = /[[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\uFFFD]--[\t\n\r]]/v;

/** An isolate that its line does not close, or an end without a beginning. */
function openIsolate(text: string): string | undefined {
  let open: string[] = [];
  for (const [found] of text.matchAll(/[\u2066-\u2069\n]/g)) {
    if (found === '\n' && open.length) break;
    if (found === '\n') open = [];
    else if (found !== '\u2069') open.push(found);
    else if (!open.pop()) return found;
  }
  return open[0];
}

/** Every bad character, and others. Most texts have none of them, which this expression finds out several times as fast. */
const UNUSUAL_CHARACTER = /[^\t\n\r\x20-\x7E\xA0-\u2029\u202F-\u2065\u206A-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFC]/;

/** Whether a text has a line of {@link findUnreadable}. */
export const isReadable = (text: string): boolean => !findBadCharacter(text) && !CONFLICT.test(text);

/** Reports lines with a character of {@link findBadCharacter}, and lines where git left a conflict. */
export const findUnreadable = (file: string, text: string): Diagnostic[] =>
  isReadable(text)
    ? []
    : text.split('\n').flatMap((row, index) => {
        const found = findBadCharacter(row);
        const line = index + 1;
        if (found) return [{ file, line, message: `the character ${found} cannot be shown`, hint: BAD_CHARACTER_HINT }];
        const message = `git left a conflict of two versions here: ${row.trim().slice(0, 40)}`;
        return CONFLICT.test(row)
          ? [{ file, line, message, hint: 'Keep what is right of both, and remove the marks' }]
          : [];
      });

/** The first or last line of a conflict. The line between both underlines a heading in Markdown. */
const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?: |\r?$)/m;

/** Whether bytes look like UTF-16. Without a byte order mark it can be valid UTF-8 whose every second byte is a control character. */
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
  return { file, line, message, hint: 'Restore the character, and save the file as UTF-8' };
}

/** Offset of the first byte that is not UTF-8, or of the first control character. */
function firstInvalid(bytes: Buffer): number {
  if (isUtf8(bytes)) return bytes.findIndex((byte) => byte < 9);
  const replaced = Buffer.from(bytes.toString());
  return bytes.findIndex((byte, index) => byte !== replaced[index]);
}
