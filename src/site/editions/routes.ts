import { paths } from './paths.ts';

interface Route {
  path: string;
  /** Whether search engines may list it. */
  indexed: boolean;
  /** Whether the editions of a brand list each other as alternates. */
  alternates: boolean;
  /** Whether it carries the adult label. The name is part of scripts of pages. */
  rated: boolean;
  /** Whether a tag manager may count visits: not where visitors type, talk or use the camera. */
  counted: boolean;
  /** Whether its errors are reported: not where visitors talk or use the camera, where moderators read, and where a link is secret. */
  reports: boolean;
}

/** A page to read, which search engines list in each edition by itself. */
const reading = { indexed: true, alternates: false, rated: false, counted: true, reports: true } as const;

/** A page of an account. */
const account = { indexed: false, alternates: false, rated: true, counted: false, reports: true } as const;

/** A page that nothing counts, lists or reports. */
const apart = { indexed: false, alternates: false, rated: false, counted: false, reports: false } as const;

/** The pages of every edition. */
export const routes = {
  home: { ...reading, path: paths.home, alternates: true, rated: true },
  rules: { ...reading, path: paths.rules, alternates: true },
  privacy_policy: { ...reading, path: paths.privacy_policy, alternates: true },
  rules_changes: { ...reading, path: paths.rules_changes },
  privacy_policy_changes: { ...reading, path: paths.privacy_policy_changes },
  contacts: { ...reading, path: paths.contacts },
  accessibility: { ...reading, path: paths.accessibility },
  qa: { ...reading, path: paths.qa },
  blog: { ...reading, path: paths.blog },
  article: { ...reading, path: paths.article, alternates: true },
  login: { ...account, path: paths.login },
  registration: { ...account, path: paths.registration },
  confirm: { ...account, path: paths.confirm },
  restore: { ...account, path: paths.restore },
  finish: { ...account, path: paths.finish },
  change: { ...account, path: paths.change },
  address: { ...account, path: paths.address },
  report: { ...apart, path: paths.report, reports: true },
  report_status: { ...apart, path: paths.report_status },
  chat: { ...apart, path: paths.chat, rated: true },
  test: { ...apart, path: paths.test },
  moderation: { ...apart, path: paths.moderation },
} as const satisfies Record<string, Route>;

export type RouteId = keyof typeof routes;

/** A page whose path is fixed. */
export type StaticRouteId = Exclude<RouteId, 'article'>;

/** The page with the changes of a document. */
export const changesRoute = <Name extends 'rules' | 'privacy_policy'>(name: Name): `${Name}_changes` =>
  `${name}_changes`;

/** Path of an article. */
export const articlePath = (id: string): string => routes.article.path.replace('{id}', id);

/** An article id that {@link blogPath} reserves. */
const RESERVED_ARTICLE_ID = 'page';

/** Names of files that web servers give a meaning, and {@link RESERVED_ARTICLE_ID}. */
export const RESERVED_ARTICLE_IDS: readonly string[] = [RESERVED_ARTICLE_ID, 'index', '404', '50x', 'default'];

/** Path of a page of the blog list, counted from 1. */
export const blogPath = (number: number): string =>
  number === 1 ? routes.blog.path : `${routes.blog.path}/${RESERVED_ARTICLE_ID}/${number}`;

/** Articles on a page of the blog list. */
export const ARTICLES_PER_PAGE = 10;

/** Whether a path is that of a page of the blog list. */
export const isBlogList = (path: string): boolean =>
  path === routes.blog.path || path.startsWith(`${routes.blog.path}/${RESERVED_ARTICLE_ID}/`);

/** Paths of the Atom feeds. Servers and CDNs know the content type of this ending. */
export const feedPaths = { blog: '/blog/feed.atom', rules: '/rules/feed.atom' } as const;

/** The page for unknown paths. No link leads to it. */
export const NOT_FOUND = '/404';
