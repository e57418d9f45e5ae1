import { z } from 'zod';

import type { Purger } from '../purger.ts';
import type { Credentials } from '../requests/credentials.ts';
import { cloudflarePurger, cloudflareSchema } from './cloudflare.ts';
import { cloudfrontPurger, cloudfrontSchema } from './cloudfront.ts';
import { fastlyPurger, fastlySchema } from './fastly.ts';
import { varnishPurger, varnishSchema } from './varnish.ts';

/** A cache in front of a target, by its `type`. */
export const purgerSchema = z.discriminatedUnion('type', [
  cloudflareSchema,
  cloudfrontSchema,
  fastlySchema,
  varnishSchema,
]);

/** Makes the purger of a checked option. */
export function createPurger(options: z.output<typeof purgerSchema>, credentials: Credentials): Purger {
  switch (options.type) {
    case 'cloudflare':
      return cloudflarePurger(options, credentials);
    case 'cloudfront':
      return cloudfrontPurger(options, credentials);
    case 'fastly':
      return fastlyPurger(options, credentials);
    case 'varnish':
      return varnishPurger(options);
  }
}
