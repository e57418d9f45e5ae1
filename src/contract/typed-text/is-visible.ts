/** Characters with a visible glyph. The braille blank and the null notehead are symbols without ink. */
const VISIBLE = /(?![\u2800\u{1D159}\p{DI}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a text has a visible character. Another is empty for the service, however long it is. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
