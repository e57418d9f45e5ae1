import { z } from 'zod';

import type { Credentials } from '../requests/credentials.ts';
import type { Target } from '../target.ts';
import { cloudflareSchema } from './cloudflare/cloudflare-options.ts';
import { cloudflareTarget } from './cloudflare/cloudflare-target.ts';
import { cloudfrontSchema } from './cloudfront/cloudfront-options.ts';
import { cloudfrontTarget } from './cloudfront/cloudfront-target.ts';
import { folderSchema } from './folder/folder-options.ts';
import { folderTarget, sshTarget } from './folder/folder-target.ts';
import { sshSchema } from './folder/ssh-options.ts';

/** A target, by its `type`. */
export const targetSchema = z.discriminatedUnion('type', [folderSchema, cloudflareSchema, cloudfrontSchema, sshSchema]);

/** Makes the target of a checked option. */
export function createTarget(options: z.output<typeof targetSchema>, credentials: Credentials): Target {
  switch (options.type) {
    case 'folder':
      return folderTarget(options);
    case 'cloudflare':
      return cloudflareTarget(options, credentials);
    case 'cloudfront':
      return cloudfrontTarget(options, credentials);
    case 'ssh':
      return sshTarget(options);
  }
}
