import rareText from '../styles/rare-text.css?inline';

const RARE = /<(?:table|code|hr|h[4-6]|del)\b/;

/** Styles of what few texts have, such as tables and code; nothing for a text that needs none of them. */
export const textStyles = (html: string): string | undefined => (RARE.test(html) ? rareText : undefined);
