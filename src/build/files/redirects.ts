/**
 * `_redirects`, as Netlify reads it: files go before rules, and the first rule that fits decides. A page that waits for a hashed
 * file of an older build has to be told that it is gone; whoever else is lost is sent home.
 */
export const redirectsFile = '/_astro/*  /404.html  404\n/*  /  302\n';
