import type { SourceLanguages } from '../site-folder.ts';
import type { HostsConfig } from './hosts-schema.ts';

/** The source languages of brands, their hosts, and of texts and words that all brands share. */
export function sourceLanguagesOf({ brands }: Pick<HostsConfig, 'brands'>): SourceLanguages {
  const own = Object.entries(brands).flatMap(([id, { sourceLanguage, hosts }]) =>
    [id, ...Object.keys(hosts)].map((scope) => [scope, sourceLanguage] as const),
  );
  const [first, ...others] = new Set(own.map(([, lang]) => lang));
  return new Map([...own, ['shared', others.length || !first ? 'en' : first]]);
}
