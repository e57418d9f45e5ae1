import { generateCookie } from 'hono/cookie';

/** `Set-Cookie` of a cookie for this host that no script reads. @param maxAge in seconds; 0 deletes it */
export const hostCookie = (name: `__Host-${string}`, value: string, maxAge: number): string =>
  generateCookie(name, value, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge });
