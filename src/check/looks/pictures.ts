import { extname } from 'node:path';

import { Parser } from 'htmlparser2';

interface Frame {
  /** The beginning of each picture of the format, and its place. */
  begin: string;
  at: number;
  /** Their end. */
  end: string;
}

const FRAMES: Record<string, Frame> = {
  '.png': { begin: '\x89PNG\r\n\x1A\n', at: 0, end: 'IEND\xAEB`\x82' },
  '.jpg': { begin: '\xFF\xD8\xFF', at: 0, end: '\xFF\xD9' },
  '.avif': { begin: 'ftypavi', at: 4, end: '' },
  '.webp': { begin: 'WEBP', at: 8, end: '' },
};

/** No picture is shorter than the beginning of a PNG with its size. */
const MIN_BYTES = 24;

/** The mistake of a picture, by the ending of its name; undefined where it can be shown. */
export function pictureMistake(file: string, content: Buffer): string | undefined {
  const ending = extname(file);
  if (ending === '.svg') return isClosed(content.toString()) ? undefined : 'is no whole SVG picture';
  const frame = FRAMES[ending];
  if (!frame) return undefined;
  const text = content.toString('latin1');
  if (!text.startsWith(frame.begin, frame.at)) return `is no ${ending.slice(1)} picture`;
  // Some programs write more behind the end.
  return text.includes(frame.end, MIN_BYTES) ? undefined : 'is not whole: its end is missing';
}

/** The width and height of a PNG picture. @see https://www.w3.org/TR/png-3/#11IHDR */
export const pngSize = (content: Buffer): [width: number, height: number] => [
  content.readUInt32BE(16),
  content.readUInt32BE(20),
];

/** Whether a text is an SVG element whose elements are all closed. */
function isClosed(svg: string): boolean {
  const roots: string[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (depth === 0) roots.push(name);
        depth += 1;
      },
      onclosetag: (_, isImplied) => {
        depth -= 1;
        // The end of another element closed it, not its own end, as in `<path/>`.
        if (isImplied && svg[parser.endIndex - 1] !== '/') depth = NaN;
      },
    },
    { xmlMode: true },
  );
  // The end of the text would close what is open.
  parser.write(svg);
  return roots.join() === 'svg' && depth === 0;
}
