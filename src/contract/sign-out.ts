/** The action that ends the session of the browser. Scripts of pages carry this file, so it imports nothing. */
export const SIGN_OUT_ACTION = '/api/auth/logout';

/**
 * Cookie of a browser whose visitor left with the quick exit: the service ends its session before it answers the next request. A script
 * sets it, because a request may not get through and scripts cannot delete the session's own cookie. The prefix keeps other hosts of
 * the domain from setting it, which would sign the visitor out.
 */
export const LEFT_COOKIE = '__Host-left';
