/** The last build. */
export const DIST = 'dist';

/** The build in progress. */
export const NEXT = 'dist.next';
