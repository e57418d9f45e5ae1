import type { Translate } from './translator.ts';

/** Content of a translation file. */
export interface Tree {
  [name: string]: string | Tree;
}

/** Translates like `translator`, without i18next. A test holds the two equal. */
export function lightTranslator(tree: Tree, lang: string): Translate {
  const plural = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const text =
      translationAt(tree, key) ?? translationAt(tree, `${key}_${plural.select(Number(values.count))}`) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => String(values[name]));
  };
}

function translationAt(tree: Tree, key: string): string | undefined {
  const text = key
    .split('.')
    .reduce<Tree[string] | undefined>((node, name) => (node as Tree | undefined)?.[name], tree);
  return typeof text === 'string' ? text : undefined;
}
