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

/** The pages of every edition. */
export const routes = {
  home: { path: paths.home, indexed: true, alternates: true, rated: true, counted: true, reports: true },
  rules: { path: paths.rules, indexed: true, alternates: true, rated: false, counted: true, reports: true },
  privacy_policy: {
    path: paths.privacy_policy,
    indexed: true,
    alternates: true,
    rated: false,
    counted: true,
    reports: true,
  },
  rules_changes: {
    path: paths.rules_changes,
    indexed: true,
    alternates: false,
    rated: false,
    counted: true,
    reports: true,
  },
  privacy_policy_changes: {
    path: paths.privacy_policy_changes,
    indexed: true,
    alternates: false,
    rated: false,
    counted: true,
    reports: true,
  },
  contacts: { path: paths.contacts, indexed: true, alternates: false, rated: false, counted: true, reports: true },
  accessibility: {
    path: paths.accessibility,
    indexed: true,
    alternates: false,
    rated: false,
    counted: true,
    reports: true,
  },
  qa: { path: paths.qa, indexed: true, alternates: false, rated: false, counted: true, reports: true },
  blog: { path: paths.blog, indexed: true, alternates: false, rated: false, counted: true, reports: true },
  article: { path: paths.article, indexed: true, alternates: true, rated: false, counted: true, reports: true },
  login: { path: paths.login, indexed: false, alternates: false, rated: true, counted: false, reports: true },
  registration: {
    path: paths.registration,
    indexed: false,
    alternates: false,
    rated: true,
    counted: false,
    reports: true,
  },
  confirm: {
    path: paths.confirm,
    indexed: false,
    alternates: false,
    rated: true,
    counted: false,
    reports: true,
  },
  restore: {
    path: paths.restore,
    indexed: false,
    alternates: false,
    rated: true,
    counted: false,
    reports: true,
  },
  finish: {
    path: paths.finish,
    indexed: false,
    alternates: false,
    rated: true,
    counted: false,
    reports: true,
  },
  change: { path: paths.change, indexed: false, alternates: false, rated: true, counted: false, reports: true },
  address: {
    path: paths.address,
    indexed: false,
    alternates: false,
    rated: true,
    counted: false,
    reports: true,
  },
  report: { path: paths.report, indexed: false, alternates: false, rated: false, counted: false, reports: true },
  report_status: {
    path: paths.report_status,
    indexed: false,
    alternates: false,
    rated: false,
    counted: false,
    reports: false,
  },
  chat: { path: paths.chat, indexed: false, alternates: false, rated: true, counted: false, reports: false },
  test: { path: paths.test, indexed: false, alternates: false, rated: false, counted: false, reports: false },
  moderation: {
    path: paths.moderation,
    indexed: false,
    alternates: false,
    rated: false,
    counted: false,
    reports: false,
  },
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
export const RESERVED_ARTICLE_ID = 'page';

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
