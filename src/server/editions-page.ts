import type { ManifestEdition } from '../output/manifest.ts';

/** Whether a Host header names this machine and no site. The page of editions answers it. */
export const isBareLocalhost = (hostHeader: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(hostHeader);

/**
 * A page for developers that lists every edition with a link.
 * @param inbox HTML of the mails of a service on this machine
 */
export function editionsPageHtml(
  editions: Pick<ManifestEdition, 'host' | 'lang' | 'closed'>[],
  port: string,
  inbox = '',
): string {
  const items = editions.map(({ host, lang, closed }) => {
    const href = `http://${host}.localhost:${port}/?lang=${lang}`;
    return `<li><a href="${href}">${host}</a> ${lang}${closed ? ' (closed home)' : ''}</li>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Editions</title>${inbox && '<meta http-equiv="refresh" content="5">'}</head>
<body>
${inbox}<h1>${editions.length} editions</h1>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`;
}
