import rareText from '../styles/rare-text.css?inline';

const RARE = /<(?:table|code|hr|h[4-6]|del)\b/;

/** Styles of rare elements such as tables and code; `undefined` for a text without them. */
export const textStyles = (html: string): string | undefined => (RARE.test(html) ? rareText : undefined);
