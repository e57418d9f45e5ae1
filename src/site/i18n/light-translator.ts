import type { Translate } from './translator.ts';

/** A file of words. */
export interface Tree {
  [name: string]: string | Tree;
}

/** Says the words of a file as `translator` does, without the library: a test holds the two equal. */
export function lightTranslator(tree: Tree, lang: string): Translate {
  const plural = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const word = wordAt(tree, key) ?? wordAt(tree, `${key}_${plural.select(Number(values.count))}`) ?? key;
    return word.replaceAll(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => String(values[name]));
  };
}

function wordAt(tree: Tree, key: string): string | undefined {
  const word = key
    .split('.')
    .reduce<Tree[string] | undefined>((node, name) => (node as Tree | undefined)?.[name], tree);
  return typeof word === 'string' ? word : undefined;
}
