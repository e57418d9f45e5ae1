import { type HeaderRule, CAMERA_PATHS, HSTS, PRIVATE_PATH } from '../../output/match-headers.ts';
import type { Brand } from '../../site/editions/editions.ts';
import { reporterSources, tagManagerSources } from '../../telemetry/csp-sources.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';
import { speculationRules } from './speculation-rules.ts';

const DAY_IN_SECONDS = 86_400;
const ONE_YEAR_IN_SECONDS = 31_536_000;

/** The headers of an edition, the same for every server. @param dsn URL that errors are reported to, if any */
export function headerRules(pages: RenderedPageFacts[], hsts: Brand['hsts'], dsn: string | undefined): HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': contentSecurityPolicy(pages, dsn),
        [HSTS]: [
          `max-age=${hsts.days * DAY_IN_SECONDS}`,
          ...(hsts.includeSubDomains ? ['includeSubDomains'] : []),
          ...(hsts.preload ? ['preload'] : []),
        ].join('; '),
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
    { path: '/_astro/*', headers: { 'Cache-Control': `public, max-age=${ONE_YEAR_IN_SECONDS}, immutable` } },
  ];
}

/** Allows the scripts and styles of the edition's pages and no others. */
function contentSecurityPolicy(pages: RenderedPageFacts[], dsn: string | undefined): string {
  const scripts = sorted(pages.flatMap((page) => page.scripts));
  const allowed = [pages.some((page) => page.asksConsent) ? tagManagerSources : {}, reporterSources(dsn)];
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
