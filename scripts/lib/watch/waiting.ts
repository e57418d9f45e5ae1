/** Last line of each build of `npm run build -- --watch`. */
export const WAITING = 'Waiting for changes; Ctrl+C ends.';
