import { cachedBy } from '../../shared/cached-by.ts';
import { lookUp, required } from '../../shared/required.ts';
import type { SiteFolder, SitePlace, Source } from '../site-folder.ts';
import type { HostsConfig } from './hosts-schema.ts';

/** A site on a day. It never changes: after a change of files, another site is opened. */
export interface Site extends SiteOptions {
  readonly folder: SiteFolder;
  /** Every edition of the hosts file. Links and head tags need all of them, also in a build of some hosts. */
  readonly editions: Edition[];
  /** The editions to render: those of the hosts that the options name, or all. */
  readonly builtEditions: Edition[];
  /** Drafts and articles of days to come, which no page shows. The dev server shows all. */
  readonly unpublished: Unpublished;
}

/** Where a site lies, and when it is shown. */
export interface SiteOptions extends SitePlace {
  /** Absolute path. */
  readonly hostsFile: string;
  /** Names of the hosts to build, with commas between them; undefined for all. */
  readonly hosts?: string | undefined;
  /** The day for which pages are rendered, such as `2026-11-22`. */
  readonly day: string;
}

/** The options with which another thread opens a site of the same files. */
export const optionsOf = ({ root, hostsFile, contentDir, hosts, day }: SiteOptions): SiteOptions => ({
  root,
  hostsFile,
  contentDir,
  hosts,
  day,
});

/** Articles by file, with their day of publication; undefined for drafts. */
export type Unpublished = Map<string, string | undefined>;

/** A brand of the hosts file with its facts. */
export interface Brand extends Omit<HostsConfig['brands'][string], 'hosts' | 'tagManager'> {
  id: string;
}

/** One host in one language: a complete website root, `dist/<host>/<lang>/`. */
export interface Edition extends EditionFacts {
  /** No part of its JSON: pages depend on the facts alone. */
  readonly site: Site;
}

export interface EditionFacts {
  host: string;
  /** BCP 47 tag. */
  lang: string;
  /** All languages of the host, its default first. */
  hostLanguages: string[];
  /** Whether its home page shows the closing notice only. */
  closed: boolean;
  /** Container of Google Tag Manager, loaded with the visitor's consent. */
  container?: string;
  brand: Brand;
}

/** Every edition of the configuration, in its order. */
export function toEditions({ brands }: HostsConfig): EditionFacts[] {
  return Object.entries(brands).flatMap(([id, { hosts, tagManager, ...facts }]) => {
    const brand = { id, ...facts };
    return Object.entries(hosts).flatMap(([host, { languages, closed }]) =>
      languages.map((lang) => {
        const container = tagManager[lang];
        return { host, lang, hostLanguages: languages, closed, ...(container && { container }), brand };
      }),
    );
  });
}

/** An edition of a site. */
export const editionOf = (site: Site, facts: EditionFacts): Edition =>
  Object.defineProperty({ ...facts } as Edition, 'site', { value: site, enumerable: false });

/** The editions of a brand, the given edition among them. */
export const siblingsOf = ({ site, brand }: Edition): Edition[] => required(byBrand(site).get(brand.id), brand.id);

const byBrand = cachedBy(({ editions }: Site) => Map.groupBy(editions, ({ brand }) => brand.id));

/** The edition below `dist/` that a path `<host>/<lang>` names. @throws Error where the hosts file has none */
export const editionAt = (site: Site, root: string): Edition => lookUp(byRoot(site), root);

const byRoot = cachedBy(({ editions }: Site) => new Map(editions.map((edition) => [rootOf(edition), edition])));

/** Whether a text is shown on the day of the site, or on a later day. */
export function isPublished({ unpublished }: Site, { file }: Source, day = ''): boolean {
  if (!unpublished.has(file)) return true;
  const appears = unpublished.get(file);
  return appears !== undefined && appears <= day;
}

/** The day of publication of a scheduled article; undefined for published articles and drafts. */
export const publicationDay = ({ unpublished }: Site, { file }: Source): string | undefined => unpublished.get(file);

/** Whether the edition is in the host's default language. */
export const isHostDefault = ({ lang, hostLanguages }: Edition): boolean => lang === hostLanguages[0];

/** Folder of the edition below `dist/`. */
export const rootOf = ({ host, lang }: Edition): string => `${host}/${lang}`;
