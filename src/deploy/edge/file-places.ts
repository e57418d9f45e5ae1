/** Name of the binding of a worker to its static assets. */
export const FILES_BINDING = 'FILES';

/** Key of a file in a bucket. */
export const objectKey = (hash: string): string => `objects/${hash}`;
