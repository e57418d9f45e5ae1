import { hash } from 'node:crypto';

import type { ManifestEdition, ManifestFiles } from '../../../output/manifest.ts';
import { lstatIfPresent } from '../../../shared/lstat-if-present.ts';
import { ApiError } from '../../api-request.ts';
import { readDeployFile } from '../../read-deploy-file.ts';
import type { Deploy, NetlifyApi } from './netlify-api.ts';

/** Content of a deploy: SHA-1 by path with a leading slash, and how to read the file; undefined for a file that only Netlify has. */
type DeployContent = Map<string, { sha1: string; read: (() => Buffer) | undefined }>;

/** Netlify compresses by itself. */
export const isCarried = (file: string): boolean => !/\.(br|gz|dcb|dcz)$/.test(file);

/** Title of the deploys of an edition. Deploys with the same files have the same, whichever build they are of. */
export function titleOf({ root, files }: ManifestEdition): string {
  const carried = Object.entries(files).filter(([file]) => isCarried(file));
  return `${root} ${hash('sha256', JSON.stringify(carried.map(([file, { sha256 }]) => [file, sha256]).toSorted())).slice(0, 16)}`;
}

/** The files of an edition in `dist`, and those of the published deploy that open pages request. */
export async function contentOf(
  api: NetlifyApi,
  site: string,
  dist: string,
  { root, files, kept }: ManifestEdition,
): Promise<DeployContent> {
  const content: DeployContent = new Map();
  for (const [file, entry] of carriedOf(files)) {
    const read = (): Buffer => readDeployFile(dist, { path: `${root}/${file}`, ...entry });
    content.set(`/${file}`, { sha1: hash('sha1', read()), read });
  }
  const retained = carriedOf(kept).filter(([file]) => !content.has(`/${file}`));
  const published = retained.length ? await api.publishedFiles(site) : new Map<string, string>();
  for (const [file, entry] of retained) {
    const isThere = lstatIfPresent(`${dist}/${root}/${file}`)?.size === entry.bytes;
    const read = (): Buffer => readDeployFile(dist, { path: `${root}/${file}`, ...entry });
    const sha1 = isThere ? hash('sha1', read()) : published.get(`/${file}`);
    if (sha1) content.set(`/${file}`, { sha1, read: isThere ? read : undefined });
  }
  return content;
}

/**
 * Has a deploy with a title and content lie ready at Netlify. It goes on with the deploy that a killed run began.
 * @param beforeCreating waits for the limit of deploys
 */
export async function bringDeploy(
  api: NetlifyApi,
  site: string,
  title: string,
  contentOfDeploy: () => Promise<DeployContent>,
  beforeCreating: () => Promise<void>,
): Promise<void> {
  const known = findDeploy(await api.deploys(site), title);
  if (known?.state === 'ready') return;
  const content = await contentOfDeploy();
  if (known && (await finishDeploy(api, known.id, content))) return;
  const create = async (which: DeployContent): Promise<boolean> => {
    await beforeCreating();
    const files = Object.fromEntries([...which].map(([path, { sha1 }]) => [path, sha1]));
    const { id } = await api.create(site, title, files);
    return finishDeploy(api, id, which);
  };
  // Where Netlify has removed files of an earlier deploy, open pages do without them.
  if (!(await create(content))) await create(new Map([...content].filter(([, { read }]) => read)));
}

/** The deploy with a title that is ready, else that which waits for files. */
export const findDeploy = (deploys: Deploy[], title: string): Deploy | undefined => {
  const having = deploys.filter((deploy) => deploy.title === title && deploy.state !== 'error');
  return having.find(({ state }) => state === 'ready') ?? having[0];
};

/** Uploads what Netlify asks for. @returns false where it asks for files that are not here: the deploy is removed */
async function finishDeploy(api: NetlifyApi, id: string, content: DeployContent): Promise<boolean> {
  const { required } = await api.deploy(id);
  const bySha1 = new Map([...content].flatMap(([path, { sha1, read }]) => (read ? [[sha1, { path, read }]] : [])));
  const missing = [...new Set(required)].map((sha1) => bySha1.get(sha1));
  if (missing.includes(undefined)) {
    await api.remove(id);
    return false;
  }
  for (const file of missing) {
    const { path, read } = file!;
    await api.upload(id, path, read()).catch(async (error: unknown) => {
      // It is refused where the answer of an attempt that arrived was lost.
      const { required: left } = await api.deploy(id);
      if (!(error instanceof ApiError) || left?.includes(content.get(path)!.sha1)) throw error;
    });
  }
  await api.waitUntilReady(id);
  return true;
}

const carriedOf = (files: ManifestFiles): [string, ManifestFiles[string]][] =>
  Object.entries(files).filter(([file]) => isCarried(file));
