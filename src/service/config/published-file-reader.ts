import { existsSync, readFileSync, statSync } from 'node:fs';

import { UserError } from '../../shared/user-error.ts';

/**
 * Returns a function that gives a file of the present build, parsed: the same value until a build changes the file. While it is damaged,
 * the value read before stays.
 * @param name path below `dist/`
 * @param parse parses its text; throws if it is damaged
 * @param missing the value without the file
 * @param onError receives the error of a file that is damaged later
 * @throws UserError where the file is damaged now
 */
export function publishedFileReader<Value>(
  dist: string,
  name: string,
  { parse, missing }: { parse: (text: string) => Value; missing: Value },
  onError: (error: unknown) => void,
): () => Value {
  const file = `${dist}/${name}`;
  const read = (): Value => {
    if (!existsSync(file)) return missing;
    try {
      return parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new UserError(`${file} is damaged. Remove ${dist}/ and build again: npm run build`, { cause: error });
    }
  };
  const time = (): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  let value = read();
  let writtenAt = time();
  return () => {
    const at = time();
    // While a build replaces `dist/`, the folder is missing for a moment.
    if (at !== writtenAt && existsSync(`${dist}/publish`)) {
      writtenAt = at;
      try {
        value = read();
      } catch (error) {
        onError(error);
      }
    }
    return value;
  };
}
