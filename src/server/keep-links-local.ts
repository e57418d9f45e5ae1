/**
 * Rewrites the links of a page to hosts of the site, so that they stay on this machine: the language menu leads to other hosts.
 * @example `https://ru.velvet.example/rules` becomes `http://ru.velvet.example.localhost:4321/rules`
 */
export const keepLinksLocal = (html: string, hosts: ReadonlySet<string>, port: string): string =>
  html.replaceAll(/<a\b[^>]*>/g, (tag) =>
    tag.replace(/(?<= href=")https:\/\/([^/"?#]+)/, (origin, host: string) =>
      hosts.has(host) ? `http://${host}.localhost:${port}` : origin,
    ),
  );
