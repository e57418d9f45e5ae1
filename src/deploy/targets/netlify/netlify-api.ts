import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { UserError } from '../../../shared/user-error.ts';
import { apiRequest, apiRequestText } from '../../api-request.ts';

/** A deploy of a site: all its files, which stay at Netlify and can be published at any time. */
const deploySchema = z.object({
  id: z.string(),
  /** `uploading` while files are missing, `ready` when it can be published, `error` for good. */
  state: z.string(),
  title: z.string().nullish(),
  created_at: z.string(),
  /** Address of this deploy alone. */
  deploy_ssl_url: z.string(),
  /** SHA-1 of the files that Netlify does not have. */
  required: z.array(z.string()).nullish(),
});

const siteSchema = z.object({ published_deploy: z.object({ id: z.string() }).nullish() });

const filesSchema = z.array(z.object({ path: z.string(), sha: z.string() }));

export type Deploy = z.output<typeof deploySchema>;

export type NetlifyApi = ReturnType<typeof netlifyApi>;

/** Most deploys of a page of a list. */
const PER_PAGE = 100;

const POLL_MS = 1000;
/** Netlify's own client gives up after the same time. */
const MAX_POLLS = 300;

/**
 * The calls of Netlify's API that a deployment needs.
 * @see https://open-api.netlify.com
 */
export function netlifyApi(base: string, token: string, signal: AbortSignal) {
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'velvet-chat-site deploy' };
  const get = <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> =>
    apiRequest(`${base}${path}`, schema, { headers, signal });
  return {
    /** Deploys of a site, newest first. */
    async deploys(site: string): Promise<Deploy[]> {
      const all: Deploy[] = [];
      for (let page = 1; ; page += 1) {
        const found = await get(`/sites/${site}/deploys?page=${page}&per_page=${PER_PAGE}`, z.array(deploySchema));
        all.push(...found);
        if (found.length < PER_PAGE) return all;
      }
    },
    publishedId: async (site: string): Promise<string | undefined> =>
      (await get(`/sites/${site}`, siteSchema)).published_deploy?.id,
    /** SHA-1 of the published files, by path with a leading slash. */
    publishedFiles: async (site: string): Promise<Map<string, string>> =>
      new Map((await get(`/sites/${site}/files`, filesSchema)).map(({ path, sha }) => [path, sha])),
    /** @param files SHA-1 by path with a leading slash */
    create: (site: string, title: string, files: Record<string, string>): Promise<Deploy> =>
      apiRequest(`${base}/sites/${site}/deploys?${String(new URLSearchParams({ title }))}`, deploySchema, {
        method: 'POST',
        headers,
        body: { files, draft: true },
        signal,
      }),
    deploy: (id: string): Promise<Deploy> => get(`/deploys/${id}`, deploySchema),
    async upload(id: string, path: string, content: Uint8Array): Promise<void> {
      const encoded = path.split('/').map(encodeURIComponent).join('/');
      await apiRequestText(`${base}/deploys/${id}/files${encoded}`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        body: content,
        signal,
      });
    },
    /** @throws UserError where Netlify cannot process it */
    async waitUntilReady(id: string): Promise<void> {
      for (let polls = 0; polls < MAX_POLLS; polls += 1) {
        const { state } = await get(`/deploys/${id}`, deploySchema);
        if (state === 'ready') return;
        if (state === 'error') break;
        await wait(POLL_MS, undefined, { signal });
      }
      throw new UserError(`Netlify could not process the deploy ${id}. Look at it there, and run the command again.`);
    },
    async publish(site: string, id: string): Promise<void> {
      await apiRequestText(`${base}/sites/${site}/deploys/${id}/restore`, { method: 'POST', headers, signal });
    },
    async remove(id: string): Promise<void> {
      await apiRequestText(`${base}/deploys/${id}`, { method: 'DELETE', headers, signal });
    },
    metadata: (site: string): Promise<Record<string, unknown>> =>
      get(`/sites/${site}/metadata`, z.record(z.string(), z.unknown())),
    async putMetadata(site: string, metadata: Record<string, unknown>): Promise<void> {
      await apiRequestText(`${base}/sites/${site}/metadata`, { method: 'PUT', headers, body: metadata, signal });
    },
    /** A file of a deploy, which every visitor may read. */
    file: ({ deploy_ssl_url: url }: Deploy, path: string): Promise<string> =>
      apiRequestText(`${url}${path}`, { signal }),
  };
}
