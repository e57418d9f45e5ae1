/** Attributes with ids. */
const IDS = /^(?:id|for|form|list|aria-(?:controls|describedby|labelledby))$/;
const ADDRESSES = /^(?:href|src)$/;
/** Attributes with words, names of languages or hosts. */
const WORDS = /^(?:alt|aria-label|content|data-[\w-]+|hreflang|lang|placeholder|props|srcset|title|value)$/;

/**
 * What a validator sees of a page in any language: tags, attributes and classes, which ids, labels and headings are equal, and signs that ids,
 * addresses and texts may not have. Each language marks another link with `aria-current`.
 */
export function shapeOf(html: string): string {
  const known: string[] = [];
  const numberOf = (text: string): number => (known.includes(text) ? known.indexOf(text) : known.push(text) - 1);
  const attribute = (whole: string, name: string, value: string): string => {
    const become = (shape: string): string => ` ${name}="${shape}"`;
    if (IDS.test(name)) return become(value.replaceAll(/\S+/g, (id) => `${id.replace(ID, '')}#${numberOf(id)}`));
    if (ADDRESSES.test(name)) return become(value.replaceAll(LOCAL, '').replaceAll(/[\p{L}\p{N}._-]+/gu, 'x'));
    if (name === 'aria-label') return become(`${signsOf(value)}${numberOf(`"${value}`)}`);
    return WORDS.test(name) ? become(signsOf(value)) : whole;
  };
  return html
    .replaceAll(/(<(?:script|style)\b[^>]*>)[^]*?(?=<\/(?:script|style)>)/g, '$1')
    .replaceAll(/(<[^>]*>)([^<]*)/g, (_, tag: string, text: string) => {
      const name = / id="/.test(tag) && text.trim() ? numberOf(`"${text}`) : '';
      const shape = tag.replace(' aria-current="true"', '').replaceAll(/ ([\w-]+)="([^"]*)"/g, attribute);
      return `${shape}${signsOf(text)}${name}`;
    });
}

/** A host of the site before an address, and a language after it. */
const LOCAL = /^https:\/\/[\w.-]+|\?lang=[\w-]+/g;
const ID = /^\p{L}[\p{L}\p{N}_-]*$/u;

/** An `x` for each run of words, between signs that stand in no text. */
const signsOf = (text: string): string =>
  text
    .replaceAll(/&(?:#\d+|#x[\da-f]+|\w+);/gi, 'x')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^&\p{C}]+/gu, (run) => run.trim() && 'x');
