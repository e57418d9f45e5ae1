/** The last good build. */
export const DIST = 'dist';

/** Where a build is put together. */
export const NEXT = 'dist.next';
