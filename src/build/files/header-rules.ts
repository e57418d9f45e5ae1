import { contentTypes } from '../../output/content-types.ts';
import { type HeaderRule, CAMERA_PATHS, PRIVATE_PATH } from '../../output/match-headers.ts';
import { required } from '../../shared/required.ts';
import { reporterSources, tagManagerSources } from '../../telemetry/csp-sources.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';
import { speculationRules } from './speculation-rules.ts';

/** Files with a hash in their name. */
const HASHED = '/_astro/*';

const isHashed = (file: string): boolean => file.startsWith('_astro/');

const TWO_YEARS_IN_SECONDS = 63_072_000;
const ONE_YEAR_IN_SECONDS = 31_536_000;

/** The headers of an edition, the same for every server. */
export function headerRules(pages: RenderedPageFacts[]): HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': contentSecurityPolicy(pages),
        'Strict-Transport-Security': `max-age=${TWO_YEARS_IN_SECONDS}; includeSubDomains; preload`,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'same-origin',
        'Permissions-Policy': permissionsPolicy('()'),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Speculation-Rules': `"/${speculationRules.file}"`,
        'Cache-Control': 'no-cache',
      },
    },
    ...CAMERA_PATHS.map((path) => ({
      path,
      headers: {
        'Permissions-Policy': permissionsPolicy('(self)'),
        ...(path === PRIVATE_PATH && { 'Cache-Control': 'no-store' }),
      },
    })),
    { path: HASHED, headers: { 'Cache-Control': `public, max-age=${ONE_YEAR_IN_SECONDS}, immutable` } },
    // Servers go by the ending. A CDN does not know it.
    {
      path: `/${speculationRules.file}`,
      headers: { 'Content-Type': required(contentTypes['speculationrules'], 'type of rules') },
    },
  ];
}

/**
 * `_headers` of Netlify and Cloudflare. Hashed files are listed by name: with `/_astro/*` Cloudflare would send the headers with a 404 too,
 * and browsers would cache it for a year.
 * @param files of the edition, below its root
 */
export function headersFile(rules: HeaderRule[], files: string[]): string {
  const hashed = files.filter(isHashed);
  // Of two blocks for a path Cloudflare reads the last.
  const headersOf = new Map<string, Record<string, string>>();
  for (const { path, headers } of rules)
    for (const each of path === HASHED ? hashed.map((file) => `/${file}`) : [path])
      headersOf.set(each, { ...headersOf.get(each), ...headers });
  const named = new Set<string>();
  const blocks = [...headersOf].map(([path, headers]) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => [
      // Cloudflare joins the values of several rules, except after a line with `!`. Netlify ignores such a line.
      ...(named.has(name) ? [`  ! ${name}\n`] : []),
      `  ${name}: ${value}\n`,
    ]);
    for (const name of Object.keys(headers)) named.add(name);
    return `${path}\n${lines.join('')}`;
  });
  return blocks.join('\n');
}

/** Allows the scripts and styles of the edition's pages and no others. */
function contentSecurityPolicy(pages: RenderedPageFacts[]): string {
  const scripts = sorted(pages.flatMap((page) => page.scripts));
  const allowed = [pages.some((page) => page.asksConsent) ? tagManagerSources : {}, reporterSources];
  const directive = (name: keyof typeof tagManagerSources, own: string[]): string[] => {
    const sources = [...own, ...allowed.flatMap((others) => others[name] ?? [])];
    return sources.length ? [`${name} ${sources.join(' ')}`] : [];
  };
  return [
    "default-src 'none'",
    `style-src ${sorted(pages.flatMap((page) => page.styles)).join(' ')}`,
    ...(scripts.length ? directive('script-src', ["'self'", ...scripts]) : []),
    "worker-src 'self'",
    // The icon of the page with the number of unread messages is a data URL.
    ...directive('img-src', ["'self'", 'data:']),
    ...directive('connect-src', ["'self'"]),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

const sorted = (hashes: string[]): string[] => [...new Set(hashes)].toSorted();

function permissionsPolicy(camera: '()' | '(self)'): string {
  const never = ['accelerometer', 'browsing-topics', 'geolocation', 'gyroscope', 'magnetometer', 'payment', 'usb'];
  return [`camera=${camera}`, `microphone=${camera}`, ...never.map((feature) => `${feature}=()`)].join(', ');
}
