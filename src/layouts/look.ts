const looks = import.meta.glob<string>('../styles/looks/*.css', { query: '?inline', import: 'default', eager: true });

/** The tokens of a look, as CSS. */
export function lookOf(look: string): string {
  const file = `../styles/looks/${look}.css`;
  const css = looks[file];
  if (!css)
    throw new Error(`src/styles/looks/${look}.css is missing. Write it, or name another look in hosts.config.ts.`);
  return css;
}
