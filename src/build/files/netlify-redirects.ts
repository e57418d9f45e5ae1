import { aliases } from '../../output/page-redirects.ts';

/**
 * `_redirects` of Netlify, where files go before rules and the first matching rule applies. A missing hashed file is answered 404, any other
 * unknown path leads home.
 */
export const redirectsFile = [
  ...Object.entries(aliases).map(([path, page]) => `${path}  ${page}  301`),
  '/_astro/*  /404.html  404',
  '/*  /  302',
  '',
].join('\n');
