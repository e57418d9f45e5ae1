import { z } from 'zod';

import { commonOptions } from '../common-options.ts';

/**
 * A folder of this machine, which needs the tools of GNU. nginx serves it with `nginx -p <path>/current -c <path>/publish/nginx.conf`, Caddy with
 * `SITE_ROOT=<path>/current caddy run --config <path>/publish/Caddyfile`.
 */
export const folderSchema = z.strictObject({
  type: z.literal('folder'),
  ...commonOptions,
  /** Path of the folder, from the folder of the project. It holds `generations/`, and the links `current` and `publish`. */
  path: z.string().min(1),
  /**
   * Shell command that has the server read its configuration again, where it has changed. It runs before visitors get the new pages, because
   * the new policies allow the old pages too. @default undefined
   * @example 'systemctl reload nginx'
   */
  reload: z.string().min(1).optional(),
});

export type FolderOptions = z.output<typeof folderSchema>;
