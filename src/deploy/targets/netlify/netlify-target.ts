import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { formatManifest } from '../../../build/files/assemble-manifest.ts';
import type { Manifest, ManifestEdition } from '../../../output/manifest.ts';
import { UserError } from '../../../shared/user-error.ts';
import { credential } from '../../credential.ts';
import { DeployError } from '../../deploy-error.ts';
import { parseManifest } from '../../plan/parse-manifest.ts';
import type { Generation, Session, Target, Transfer } from '../../target.ts';
import { commonOptions } from '../common-options.ts';
import { bringDeploy, contentOf, findDeploy, isCarried, titleOf } from './edition-deploys.ts';
import { netlifyApi } from './netlify-api.ts';
import { takeLease } from './netlify-lease.ts';

const siteId = z
  .string()
  .regex(/^[A-Za-z0-9.-]+$/, { error: 'is no id of a site. Copy it from Project configuration' });

/** Sites of Netlify, a site for each edition. `NETLIFY_AUTH_TOKEN` is a personal access token of an account that has no other sites. */
export const netlifySchema = z.strictObject({
  type: z.literal('netlify'),
  ...commonOptions,
  /** Id of the site of each edition, by its root, such as `{ 'ru.velvet.example/ru': '3970e0fe-8564-4903-9a55-c5f8de49fb8b' }`. */
  sites: z.record(z.string(), siteId),
  /** Id of a site of its own that keeps the manifests of the generations, and in its metadata the lease. It needs no domain. */
  stateSite: siteId,
  /**
   * Deploys that Netlify's API takes in a minute.
   * @default 3
   */
  deploysPerMinute: z.int().positive().default(3),
  /** @default 'https://api.netlify.com/api/v1' */
  api: z.url().default('https://api.netlify.com/api/v1'),
});

type NetlifyOptions = z.output<typeof netlifySchema>;

/** Deploys of a day. @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#rate-limiting */
const DEPLOYS_PER_DAY = 100;

/** Title of the deploys of the state site. */
const GENERATION = /^generation ([0-9a-f]{16})$/;

const MANIFEST = '/manifest.json';

const JOURNAL = 'deploy_journal';

export function netlifyTarget(options: NetlifyOptions): Target {
  return {
    isAtomic: false,
    keepsVary: false,
    carries: isCarried,
    describe: (transfer) => describe(options, transfer),
    open: (signal) => openNetlify(options, signal),
  };
}

/** @throws DeployError for editions that cannot be served there */
function describe({ sites, deploysPerMinute }: NetlifyOptions, { next, served }: Transfer): string[] {
  const roots = new Set(next.editions.map(({ root }) => root));
  const several = [...Map.groupBy(next.editions, ({ host }) => host)].filter(([, on]) => on.length > 1);
  if (several.length)
    throw new DeployError(
      'wrongUse',
      `Netlify cannot choose the language of a host: ${several.map(([host]) => host).join(', ')} has several. Deploy such hosts to another target, and the others with --host.`,
    );
  const missing = [...roots].filter((root) => !sites[root]);
  if (missing.length)
    throw new DeployError(
      'wrongUse',
      `The target names no site of Netlify for ${missing.join(', ')}. Add its id to sites.`,
    );
  const before = new Map(served?.editions.map((edition) => [edition.root, titleOf(edition)]));
  const deploys = next.editions.filter((edition) => before.get(edition.root) !== titleOf(edition)).length + 1;
  const minutes = Math.max(0, Math.ceil(deploys / deploysPerMinute) - 1);
  const gone = [...before.keys()].filter((root) => !roots.has(root));
  return [
    `Netlify takes ${deploysPerMinute} deploys a minute and ${DEPLOYS_PER_DAY} a day: at most ${deploys} deploys, ${minutes} min.`,
    ...(deploys > DEPLOYS_PER_DAY
      ? [`That is more than a day allows: Netlify will refuse the rest until tomorrow.`]
      : []),
    ...gone.map((root) => `The site of ${root} stays as it is: remove it at Netlify.`),
  ];
}

async function openNetlify(options: NetlifyOptions, signal: AbortSignal): Promise<Session> {
  const { sites, stateSite } = options;
  const token = credential('NETLIFY_AUTH_TOKEN', 'access to the sites of the target');
  const api = netlifyApi(options.api, token, signal);
  // The lease is given back after an interruption, too.
  const uninterrupted = netlifyApi(options.api, token, new AbortController().signal);
  const state = await takeLease(api, uninterrupted, stateSite);
  const beforeCreating = deployLimit(options.deploysPerMinute, signal);
  const siteOf = ({ root }: ManifestEdition): string => sites[root]!;
  return {
    async generations() {
      const published = await api.publishedId(stateSite);
      return (await api.deploys(stateSite)).flatMap((deploy): Generation[] => {
        const [, build] = GENERATION.exec(deploy.title ?? '') ?? [];
        if (!build || deploy.state !== 'ready') return [];
        return [{ build, deployedAt: deploy.created_at, isServed: deploy.id === published }];
      });
    },
    manifest: async (build) => api.file(findDeploy(await api.deploys(stateSite), `generation ${build}`)!, MANIFEST),
    async upload({ dist, next, served, changed }, onBytes) {
      const before = new Map(served?.editions.map((edition) => [edition.root, titleOf(edition)]));
      for (const edition of next.editions) {
        if (before.get(edition.root) === titleOf(edition)) continue;
        const site = siteOf(edition);
        await bringDeploy(api, site, titleOf(edition), () => contentOf(api, site, dist, edition), beforeCreating);
        const files = Object.values(changed).flat();
        for (const { path, bytes } of files) if (path.startsWith(`${edition.root}/`)) onBytes(bytes);
      }
      const manifest = Buffer.from(formatManifest(next));
      const content = new Map([[MANIFEST, { sha1: hash('sha1', manifest), read: () => manifest }]]);
      await bringDeploy(api, stateSite, `generation ${next.build}`, async () => content, beforeCreating);
    },
    async activate({ next }) {
      for (const edition of next.editions) await publish(siteOf(edition), titleOf(edition));
      await publish(stateSite, `generation ${next.build}`);
    },
    async prune(kept) {
      await state.check();
      const deploys = await api.deploys(stateSite);
      const generations = deploys.filter(({ title }) => GENERATION.test(title ?? ''));
      const isKept = ({ title }: (typeof deploys)[number]): boolean => kept.includes(GENERATION.exec(title ?? '')![1]!);
      const manifests: Manifest[] = [];
      for (const deploy of generations.filter(isKept))
        manifests.push(parseManifest(await api.file(deploy, MANIFEST), `The manifest of ${deploy.title}`));
      const named = new Set(manifests.flatMap(({ editions }) => editions.map(titleOf)));
      const last = generations.filter((deploy) => !isKept(deploy));
      // What no kept generation names was named by a generation that goes.
      if (!last.length) return;
      for (const [root, site] of Object.entries(sites)) {
        const published = await api.publishedId(site);
        for (const { id, title } of await api.deploys(site))
          if (title?.startsWith(`${root} `) && !named.has(title) && id !== published) await api.remove(id);
      }
      for (const { id } of last) await api.remove(id);
    },
    readJournal: () => state.read(JOURNAL),
    writeJournal: (text) => state.write(JOURNAL, text),
    close: () => state.release(),
  };

  /** Publishes the deploy with a title, where another is published. */
  async function publish(site: string, title: string): Promise<void> {
    const deploy = findDeploy(await api.deploys(site), title);
    if (deploy?.state !== 'ready')
      throw new UserError(`The deploy "${title}" is gone from Netlify. Deploy a build that has it.`);
    if ((await api.publishedId(site)) === deploy.id) return;
    await state.check();
    await api.publish(site, deploy.id);
  }
}

/** Waits before a deploy is created, so that no minute has more than a number. */
function deployLimit(perMinute: number, signal: AbortSignal): () => Promise<void> {
  const times: number[] = [];
  return async () => {
    const earliest = times.at(-perMinute);
    const waitMs = earliest === undefined ? 0 : earliest + 60_000 - performance.now();
    if (waitMs > 0) await wait(waitMs, undefined, { signal });
    times.push(performance.now());
  };
}
