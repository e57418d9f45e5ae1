/**
 * Whether a change from now on would change this time of a file or folder. File systems count in steps, some of them in whole seconds.
 * @param timeMs since 1970
 */
export const isSettled = (timeMs: number): boolean => timeMs + (timeMs % 1000 ? 50 : 2000) < Date.now();
