/**
 * `_redirects` of Netlify, where files go before rules and the first matching rule applies. A missing hashed file is answered 404, any other
 * unknown path leads home.
 */
export const redirectsFile = '/_astro/*  /404.html  404\n/*  /  302\n';
