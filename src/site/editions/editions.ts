import type { HostsConfig } from './hosts-schema.ts';

/** A brand of the hosts file with its facts. */
export interface Brand {
  id: string;
  name: string;
  email: string;
  look: string;
  securityTxtExpires: string;
  /** Topics of its public rooms. */
  topics: string[];
  /** URL that the quick exit opens. */
  exitTo: string;
  /** Header in which answers name what they show, for CDNs. */
  surrogateKeys?: 'Cache-Tag' | 'Surrogate-Key' | undefined;
  defaultHost: string;
  xDefault: boolean;
}

/** One host in one language: a complete website root, `dist/<host>/<lang>/`. */
export interface Edition {
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
export function toEditions({ brands }: HostsConfig): Edition[] {
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

/** Whether the edition is in the host's default language. */
export const isHostDefault = ({ lang, hostLanguages }: Edition): boolean => lang === hostLanguages[0];

/** Folder of the edition below `dist/`. */
export const rootOf = ({ host, lang }: Edition): string => `${host}/${lang}`;
