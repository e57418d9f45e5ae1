import pLimit from 'p-limit';

/**
 * Limits concurrent costly requests and handshakes of a node. When hundreds of people connect at once, they wait here and not for
 * a connection to the database: messages find a free one, and no request fails with a full pool.
 */
export const heavyWork = pLimit(8);
