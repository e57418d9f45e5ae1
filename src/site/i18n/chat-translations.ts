import { jsonForScript } from '../../shared/escape-html.ts';
import { trackDependency } from '../../shared/track-dependencies.ts';
import type { Tree } from './light-translator.ts';
import { readTranslationFile } from './translation-file.ts';

/** Groups of translations that the scripts of the chat do not use. */
const UNUSED = ['site', 'home', 'document', 'blog', 'test', 'consent', 'mail'];

/**
 * The translations of the chat, for its page. They arrive while the browser asks for scripts, when the link is idle; a file of their own would
 * come with the scripts.
 */
export function chatTranslations(lang: string): string {
  trackDependency('words');
  const groups = Object.entries(JSON.parse(readTranslationFile(lang)!) as Tree);
  return jsonForScript(Object.fromEntries(groups.filter(([name]) => !UNUSED.includes(name))));
}
