import type { Translate } from './translator.ts';

/** Content of a translation file. */
export interface Tree {
  [name: string]: string | Tree;
}

/** Translates like `translator`, without i18next. A test holds the two equal. @param locale of plural forms */
export function lightTranslator(tree: Tree, locale: string): Translate {
  const plural = new Intl.PluralRules(locale);
  const find = (key: string): string | undefined => {
    const text = key
      .split('.')
      .reduce<Tree[string] | undefined>((node, name) => (node as Tree | undefined)?.[name], tree);
    return typeof text === 'string' ? text : undefined;
  };
  return (key, values = {}) =>
    // A browser that lacks the locale chooses among the forms of its own.
    (find(key) ?? find(`${key}_${plural.select(Number(values.count))}`) ?? find(`${key}_other`) ?? key).replaceAll(
      /\{\{(\w+)\}\}/g,
      (_, name: keyof typeof values) => String(values[name]),
    );
}
