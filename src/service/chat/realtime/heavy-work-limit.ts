import pLimit from 'p-limit';

/**
 * Limits concurrent costly requests and handshakes of a node. When hundreds of people connect at once, they wait here instead of
 * in the connection pool of the database: messages find a free connection, and no request fails with a full pool.
 */
export const limitHeavyWork = pLimit(8);
