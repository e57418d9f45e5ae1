const TAPS = 3;
const WITHIN_MS = 1000;

/**
 * Counts how often one key is pressed quickly after another, with none between.
 * @returns what tells whether a press was the last of three
 */
export function countKeyPresses(key: string): (event: Pick<KeyboardEvent, 'key' | 'repeat' | 'timeStamp'>) => boolean {
  let taps: number[] = [];
  return (event) => {
    if (event.repeat) return false;
    taps = event.key === key ? [...taps.filter((at) => event.timeStamp - at < WITHIN_MS), event.timeStamp] : [];
    return taps.length === TAPS;
  };
}
