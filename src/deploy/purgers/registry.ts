import { z } from 'zod';

import type { Purger } from '../purger.ts';
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
export function createPurger(options: z.output<typeof purgerSchema>): Purger {
  switch (options.type) {
    case 'cloudflare':
      return cloudflarePurger(options);
    case 'cloudfront':
      return cloudfrontPurger(options);
    case 'fastly':
      return fastlyPurger(options);
    case 'varnish':
      return varnishPurger(options);
  }
}
