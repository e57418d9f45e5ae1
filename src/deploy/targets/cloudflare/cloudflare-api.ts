import { z } from 'zod';

import { UserError } from '../../../shared/user-error.ts';
import { ApiError, type ApiRequest, apiRequest } from '../../requests/api-request.ts';
import type { Credentials } from '../../requests/credentials.ts';
import type { CloudflareOptions } from './cloudflare-options.ts';

/** Calls of Cloudflare's API below an account. */
export type CloudflareApi = ReturnType<typeof cloudflareApi>;

const PERMISSIONS = 'the permissions Account, Workers Scripts, Edit and Account, D1, Edit';

export function cloudflareApi({ api, account }: CloudflareOptions, credentials: Credentials, signal: AbortSignal) {
  const token = credentials.token('CLOUDFLARE_API_TOKEN', PERMISSIONS);
  return {
    /**
     * @param path below the account
     * @returns `result` of the answer
     */
    async call<Schema extends z.ZodType>(
      path: string,
      schema: Schema,
      request: Pick<ApiRequest, 'method' | 'body' | 'headers' | 'timeoutMs'> = {},
    ): Promise<z.output<Schema>> {
      const headers = { Authorization: `Bearer ${token}`, ...request.headers };
      try {
        const envelope = z.object({ success: z.literal(true), result: schema });
        const answer = await apiRequest(`${api}/accounts/${account}${path}`, envelope, {
          ...request,
          headers,
          credentials,
          signal,
        });
        return (answer as { result: z.output<Schema> }).result;
      } catch (error) {
        // A session of an upload has a token of its own, which expires.
        if (!(error instanceof ApiError) || ![401, 403].includes(error.status) || request.headers) throw error;
        throw new UserError(
          `Cloudflare refuses CLOUDFLARE_API_TOKEN for the account ${account}. It needs ${PERMISSIONS}.\n${error.message}`,
          { cause: error },
        );
      }
    },
  };
}
