import type { Cookie } from 'playwright';

import type { Visitor } from '../service/visitor.ts';

/** The cookies of a visitor, as the service names them for the same host below `localhost`. */
export const localCookies = ({ host, cookies }: Visitor): Pick<Cookie, 'name' | 'value' | 'domain' | 'path'>[] =>
  [...cookies].map(([name, value]) => ({
    name: name.replace('__Host-', 'local-'),
    value,
    domain: `${host}.localhost`,
    path: '/',
  }));
