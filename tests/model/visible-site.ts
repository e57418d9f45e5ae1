/** A site as visitors and search engines see it. */
export interface Site {
  pages: Page[];
  /** URLs in the sitemap of each host, in their order; none where a host has no sitemap. */
  sitemaps: Record<string, string[]>;
}

export interface Page {
  host: string;
  lang: string;
  path: string;
  isIndexed: boolean;
  canonical: string | undefined;
  alternates: [hreflang: string, href: string][];
  /** Targets of links that stay on the host, but for those of the language menu. */
  links: string[];
  /** The language menu: where each language leads. */
  menu: [lang: string, href: string][];
}

/** Pages that the model knows; those with alternates first. */
export const PATHS = [
  '/',
  '/rules',
  '/rules/changes',
  '/privacy_policy',
  '/privacy_policy/changes',
  '/contacts',
  '/accessibility',
  '/qa',
  '/blog',
  '/blog/news',
  '/blog/own',
  '/login',
  '/chat',
];
