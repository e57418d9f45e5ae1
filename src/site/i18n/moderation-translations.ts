import { jsonForScript } from '../../shared/text/escape-html.ts';
import { trackDependency } from '../../shared/track-dependencies.ts';
import type { Tree } from './light-translator.ts';
import { readTranslationFile } from './translation-file.ts';

/** The translations of the page of moderators, for this page. The file that visitors fetch lacks them; see `visitorTranslations`. */
export function moderationTranslations(lang: string): string {
  const { moderation, moderationErrors, report, topics } = JSON.parse(readTranslationFile(lang)) as Record<
    string,
    Tree
  >;
  const used = { moderation, moderationErrors, report, topics } as Tree;
  trackLeaves(used);
  return jsonForScript(used);
}

/** Plural forms are tracked together, as `translator` does. */
function trackLeaves(tree: Tree, prefix = ''): void {
  for (const [name, value] of Object.entries(tree))
    if (typeof value === 'string') trackDependency(`word:${prefix}${name.replace(/_(?:one|few|many|other)$/, '')}`);
    else trackLeaves(value, `${prefix}${name}.`);
}
