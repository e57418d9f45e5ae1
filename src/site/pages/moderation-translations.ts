import { jsonForScript } from '../../shared/text/escape-html.ts';
import type { Tree } from '../i18n/light-translator.ts';
import { readTranslationFile } from '../i18n/translation-file.ts';
import type { PageView } from './page-view.ts';

/** The translations of the page of moderators, for this page. The file that visitors fetch lacks them; see `visitorTranslations`. */
export function moderationTranslations(page: PageView): string {
  const { moderation, moderationErrors, report, topics } = JSON.parse(
    readTranslationFile(page.edition.site.folder, page.edition.lang),
  ) as Record<string, Tree>;
  const used = { moderation, moderationErrors, report, topics } as Tree;
  recordLeaves(page, used);
  return jsonForScript(used);
}

/** Plural forms are tracked together, as `PageView.usesWord` does. */
function recordLeaves(page: PageView, tree: Tree, prefix = ''): void {
  for (const [name, value] of Object.entries(tree))
    if (typeof value === 'string') page.usesWord(prefix + name.replace(/_(?:one|few|many|other)$/, ''));
    else recordLeaves(page, value, `${prefix}${name}.`);
}
