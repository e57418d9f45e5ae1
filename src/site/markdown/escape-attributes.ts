import { readHtml } from '../../shared/text/read-html.ts';

/**
 * Escapes `<` and `>` in attributes, where HTML allows them: the title of a link or the language of code may look like a tag. Afterwards
 * each `<` of rendered Markdown begins a tag.
 */
export function escapeAttributes(html: string): string {
  if (!/=(?:"[^"<>]*[<>]|')/.test(html)) return html;
  let escaped = '';
  let position = 0;
  for (const { start, end } of readHtml(html).elements) {
    const attributes = html.slice(start + 1, end - 1);
    if (!/[<>]/.test(attributes)) continue;
    escaped += html.slice(position, start + 1) + attributes.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    position = end - 1;
  }
  return escaped + html.slice(position);
}
