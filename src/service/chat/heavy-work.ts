import pLimit from 'p-limit';

/**
 * Limits how much of what everybody asks for when they come is read at the same time. When hundreds of people come at once, the others wait here,
 * so that messages find a connection to the database, and nothing waits for one until it fails.
 */
export const heavyWork = pLimit(8);
