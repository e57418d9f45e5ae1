import type { SiteLanguages } from '../site-folder.ts';
import type { HostsConfig } from './hosts-schema.ts';

/** What a hosts file says of languages: the source languages of brands, their hosts, and of what all share, and facts that Intl lacks. */
export function siteLanguagesOf({ brands, languages }: Pick<HostsConfig, 'brands' | 'languages'>): SiteLanguages {
  const own = Object.entries(brands).flatMap(([id, { sourceLanguage, hosts }]) =>
    [id, ...Object.keys(hosts)].map((scope) => [scope, sourceLanguage] as const),
  );
  const [first, ...others] = new Set(own.map(([, lang]) => lang));
  return { sources: new Map([...own, ['shared', others.length || !first ? 'en' : first]]), facts: languages };
}
