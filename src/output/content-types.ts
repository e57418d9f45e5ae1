/** Content types by file ending, the same for every server. */
export const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  speculationrules: 'application/speculationrules+json',
  dictionary: 'application/octet-stream',
  svg: 'image/svg+xml',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** Content type of all other files. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** Content type of a file, by its ending. */
export const contentTypeOf = (file: string): string =>
  contentTypes[file.slice(file.lastIndexOf('.') + 1)] ?? UNKNOWN_TYPE;
