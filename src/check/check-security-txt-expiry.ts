import type { Edition } from '../site/editions/editions.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
const YEAR_DAYS = 366;

/**
 * Warnings about the days on which the security.txt of brands expires. They are no errors: a build that worked yesterday must work today.
 * @param today such as `2026-11-22`
 * @see https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5
 */
export function checkSecurityTxtExpiry(editions: Edition[], today: string): string[] {
  const brands = new Set(editions.map(({ brand }) => brand));
  return [...brands].flatMap(({ id, securityTxtExpires: day }) => {
    const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
    const warning = describe(days);
    return warning
      ? [`brand ${id}, securityTxtExpires: "${day}" ${warning}. Write a day in the next twelve months.`]
      : [];
  });
}

function describe(days: number): string | undefined {
  if (days < 0) return 'is over, so that its security.txt should no longer be used';
  if (days < SOON_DAYS)
    return `is ${days === 1 ? '1 day' : `${days} days`} away, after which its security.txt should no longer be used`;
  return days > YEAR_DAYS ? 'is more than a year away, which RFC 9116 advises against' : undefined;
}
