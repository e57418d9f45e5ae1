import { z } from 'zod';

import { decodeText } from './text/decode-text.ts';
import { toUserError } from './user-error.ts';

/**
 * Parses a JSON file that people write.
 * @param file path for messages
 * @param lacks names the missing content, such as `no former anchors`
 * @throws UserError with the line of the mistake
 */
export function parseJsonFile<Schema extends z.ZodType>(
  file: string,
  bytes: Buffer,
  schema: Schema,
  { lacks, hint }: { lacks: string; hint: string },
): z.output<Schema> {
  const { text, diagnostics } = decodeText(file, bytes);
  if (diagnostics.length) throw toUserError(diagnostics);
  const refuse = (line: number, reason: string) =>
    toUserError([{ file, line, message: `the file has ${lacks} (${reason})`, hint }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw refuse(lineOfJsonError(message, text), message);
  }
  const { data, error } = schema.safeParse(value);
  if (!error) return data as z.output<Schema>;
  const [issue] = error.issues;
  const name =
    issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.findLast((key) => typeof key === 'string');
  const line = name === undefined ? 1 : text.split('\n').findIndex((row) => row.includes(JSON.stringify(name))) + 1;
  throw refuse(Math.max(1, line), `${name === undefined ? '' : `"${String(name)}": `}${issue?.message ?? ''}`);
}

/** The line that an error of `JSON.parse` means. */
export function lineOfJsonError(message: string, text: string): number {
  const position = /position (\d+)/.exec(message);
  return position ? text.slice(0, Number(position[1])).split('\n').length : text.split('\n').length;
}
