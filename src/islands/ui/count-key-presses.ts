const PRESSES = 3;
const WITHIN_MS = 1000;

/**
 * Counts quick consecutive presses of a key.
 * @returns a function that says whether an event is the third press
 */
export function countKeyPresses(key: string): (event: Pick<KeyboardEvent, 'key' | 'repeat' | 'timeStamp'>) => boolean {
  let presses: number[] = [];
  return (event) => {
    if (event.repeat) return false;
    presses = event.key === key ? [...presses.filter((at) => event.timeStamp - at < WITHIN_MS), event.timeStamp] : [];
    return presses.length === PRESSES;
  };
}
