import type { Row } from './request-row.ts';

/** The code of the edge in workerd, with static assets, with static assets of several workers, and with a bucket. Cloudflare compresses after them. */
export const EDGES = ['workerd', 'workerd with a bucket'] as const;

/** The function of CloudFront with a bucket of an S3 server. */
export const CLOUDFRONT = 'CloudFront with a bucket';

type Server = 'npm start' | 'nginx' | 'caddy' | typeof CLOUDFRONT | (typeof EDGES)[number];

/** Cases in which a server may answer differently, with the reason. */
export const differencesOfServers: Difference[] = [
  {
    servers: ['nginx'],
    why: 'the connection of such a request is of no further use, with any configuration (1.22): it is not asked',
    is: ({ headers }) => headers['If-Match'] === '"a"' && 'If-None-Match' in headers,
  },
  {
    servers: ['nginx'],
    why: 'with "if_modified_since off" a date says that the file was modified; none is sent that could come back',
    is: ({ headers }) => 'If-None-Match' in headers && 'If-Modified-Since' in headers,
    status: 200,
  },
  {
    servers: ['nginx'],
    why: 'headers are written twice, once for the file and once for the refusal',
    is: ({ status }) => status === 416,
    status: 416,
  },
  {
    servers: ['nginx'],
    why: 'two dots in a host name are malformed there',
    is: ({ host }) => host.includes('..'),
    status: 400,
  },
  {
    servers: ['nginx'],
    why: 'a refusal has headers of pages, as far as nginx knew them when it refused',
    is: ({ status }) => [400, 421].includes(status),
    status: 0,
  },
  {
    servers: ['caddy'],
    why: 'it compares hosts letter by letter; browsers send them in lower case',
    is: ({ host }) => host !== host.toLowerCase(),
    status: 421,
  },
  {
    servers: ['caddy'],
    why: 'headers of the file stay with the refusal, its coding among them',
    is: ({ status }) => [412, 416].includes(status),
    status: 0,
  },
  {
    servers: ['caddy'],
    why: 'an unknown unit is refused, where RFC 9110 lets it be ignored',
    is: ({ headers }) => headers['Range']?.startsWith('lines') ?? false,
    status: 416,
  },
  {
    servers: ['npm start'],
    why: 'several ranges at once get the whole file, as RFC 9110 allows',
    is: ({ headers }) => headers['Range']?.includes(',') ?? false,
    status: 200,
  },
  {
    servers: [...EDGES],
    why: 'the same code as npm start',
    is: ({ headers }) => headers['Range']?.includes(',') ?? false,
    status: 200,
  },
  {
    servers: [...EDGES],
    why: 'segments of dots are resolved before a worker is asked, as browsers resolve them',
    is: ({ path }) => /^[^?]*\/\.\.?(\/|\?|$)/.test(path),
  },
  {
    servers: [CLOUDFRONT],
    why: 'several ranges at once are for CloudFront to answer, not for the function',
    is: ({ headers }) => headers['Range']?.includes(',') ?? false,
  },
  {
    servers: [CLOUDFRONT],
    why: 'CloudFront runs no function for a refusal of its own',
    is: ({ status }) => [412, 416].includes(status),
    status: 0,
  },
  {
    servers: [CLOUDFRONT, ...EDGES],
    why: 'no worker and no function is asked for a malformed host',
    is: ({ host }) => host.includes('/'),
  },
];

export interface Difference {
  servers: Server[];
  why: string;
  is: (row: Row) => boolean;
  /** Status of the answer; 0 for the status of the table; undefined if the server is not asked. */
  status?: number;
}
