import { today } from '../../shared/today.ts';

let buildDay: string | undefined;

/** Sets the day for which pages are rendered. */
export function setBuildDay(day: string): void {
  buildDay = day;
}

/** The day for which pages are rendered, such as `2026-11-22`. In the dev server it is today. */
export const dayOfBuild = (): string => buildDay ?? today();
