type TimeFormat = ReturnType<typeof createTimeFormat>;

/** Writes times in the format of a locale. All times are milliseconds since 1970. */
export function timeFormatOf(locale: string): TimeFormat {
  const known = formats.get(locale) ?? createTimeFormat(locale);
  formats.set(locale, known);
  return known;
}

/** Writes a day, such as `2026-11-02`, in full. */
export const dateOf = (locale: string, day: string): string =>
  new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** @returns a duration such as `1:05` */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** By locale: Intl formats are slow to create, and each message needs them. */
const formats = new Map<string, TimeFormat>();

function createTimeFormat(locale: string) {
  const write = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
    const format = new Intl.DateTimeFormat(locale, options);
    return (at) => format.format(at);
  };
  const time = write({ timeStyle: 'short' });
  const weekday = write({ weekday: 'short' });
  const short = write({ day: 'numeric', month: 'short' });
  const thisYear = write({ weekday: 'long', day: 'numeric', month: 'long' });
  const otherYear = write({ dateStyle: 'long' });
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    /** `14:05` */
    time,
    /** `Today`, `Friday 20 November`, or with the year where it is another year. */
    day: (at: number, now: number): string => {
      const days = daysBetween(now, at);
      if (days === 0 || days === -1) return capital(near.format(days, 'day'), locale);
      return capital((yearOf(at) === yearOf(now) ? thisYear : otherYear)(at), locale);
    },
    /** The shortest form: the time today, the weekday of the last week, or the date. */
    last: (at: number, now: number): string => {
      const days = daysBetween(now, at);
      if (days >= 0) return time(at);
      return (days > -7 ? weekday : short)(at);
    },
    /** Day and time. */
    moment: write({ dateStyle: 'long', timeStyle: 'short' }),
  };
}

const DAY_MS = 86_400_000;

/** Rounded, because days with a change of summer time have 23 or 25 hours. */
const daysBetween = (from: number, to: number): number =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY_MS);

const yearOf = (at: number): number => new Date(at).getFullYear();

const capital = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
