import type { CSSProperties } from 'react';

/** The hue of a person's name and avatar in degrees: the same in every browser. */
export function hueOf(person: string): number {
  let hash = 0;
  for (let at = 0; at < person.length; at += 1) hash = (hash * 31 + person.charCodeAt(at)) | 0;
  // The golden angle spreads ids that differ in their last digit.
  return Math.round(((hash >>> 0) * 137.508) % 360);
}

/** Styles that give an element the colour of a person; see `--name` in room.css. */
export const hueStyle = (person: string): CSSProperties => ({ '--hue': hueOf(person) }) as CSSProperties;
