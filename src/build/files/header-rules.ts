import { type HeaderRule, CAMERA_PATHS, PRIVATE_PATH } from '../../output/match-headers.ts';
import { routes } from '../../site/editions/routes.ts';
import { hostFileNames } from '../../site/host-wide-files.ts';
import { reporterSources, tagManagerSources } from '../../telemetry/csp-sources.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';

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
        'Speculation-Rules': `"/${hostFileNames.speculationRules}"`,
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
    { path: `/${hostFileNames.speculationRules}`, headers: { 'Content-Type': 'application/speculationrules+json' } },
  ];
}

/**
 * `_headers` of Netlify and Cloudflare. Hashed files are listed by name: with `/_astro/*` Cloudflare would send the headers with a 404 too,
 * and browsers would cache it for a year.
 * @param files of the edition, below its root
 */
export function headersFile(rules: HeaderRule[], files: string[]): string {
  const hashed = files.filter(isHashed);
  const named = new Set<string>();
  const blocks = rules.flatMap(({ path, headers }) => {
    const lines = Object.entries(headers).flatMap(([name, value]) => [
      // Cloudflare joins the values of several rules, except after a line with `!`. Netlify ignores such a line.
      ...(named.has(name) ? [`  ! ${name}\n`] : []),
      `  ${name}: ${value}\n`,
    ]);
    for (const name of Object.keys(headers)) named.add(name);
    const paths = path === HASHED ? hashed.map((file) => `/${file}`) : [path];
    return paths.map((each) => `${each}\n${lines.join('')}`);
  });
  return blocks.join('\n');
}

/**
 * Browsers prerender a static page when a pointer or finger rests on its link. Excluded are pages that depend on an account, and links to
 * other languages, because their answers set a cookie.
 */
export const speculationRules = (): string => {
  const app = [routes.login.path, routes.chat.path, routes.test.path, '/auth/*', '/api/*'];
  const where = {
    and: [
      { href_matches: '/*' },
      { not: { href_matches: app.flatMap((path) => [path, `${path}\\?*`]) } },
      { not: { selector_matches: '[hreflang]' } },
    ],
  };
  return `${JSON.stringify({ prerender: [{ where, eagerness: 'moderate' }] })}\n`;
};

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
