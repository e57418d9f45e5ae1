/** The page's permission for styles that a script adds, which its Content-Security-Policy names. */
export const styleNonce = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!.nonce;
