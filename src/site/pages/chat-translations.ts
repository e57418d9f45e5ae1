import { jsonForScript } from '../../shared/text/escape-html.ts';
import type { Tree } from '../i18n/light-translator.ts';
import { visitorTranslations } from '../i18n/translation-file.ts';
import type { PageView } from './page-view.ts';

/** Groups of translations that the scripts of the chat do not use, and the decisions, whose script fetches them: few people need it. */
const UNUSED = [
  'site',
  'home',
  'document',
  'versions',
  'blog',
  'test',
  'consent',
  'automated',
  'outcomes',
  'reportForm',
  'reportStatus',
  'mail',
  'decisions',
];

/**
 * The translations of the chat, for its page: of pages, only the titles, to which it links. They arrive while the browser asks for scripts,
 * when the link is idle; a file of their own would come with the scripts.
 */
export function chatTranslations(page: PageView): string {
  page.usesWords();
  const { folder } = page.edition.site;
  const { page: pages, ...groups } = JSON.parse(visitorTranslations(folder, page.edition.lang)) as Translations;
  const titles = Object.entries(pages).map(([id, { title }]) => [id, { title }]);
  const used = Object.entries(groups).filter(([name]) => !UNUSED.includes(name));
  return jsonForScript({ ...Object.fromEntries(used), page: Object.fromEntries(titles) });
}

type Translations = Record<string, Tree> & { page: Record<string, { title?: string }> };
