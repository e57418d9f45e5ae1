const looks = import.meta.glob<string>('../themes/looks/*/look.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** The tokens of a look, as CSS. */
export function lookOf(look: string): string {
  const file = `../themes/looks/${look}/look.css`;
  const css = looks[file];
  if (!css)
    throw new Error(`src/themes/looks/${look}/look.css is missing. Write it, or name another look in hosts.config.ts.`);
  return css;
}
