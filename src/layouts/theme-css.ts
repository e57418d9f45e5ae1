const themes = import.meta.glob<string>('../themes/looks/*/look.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** The design tokens of a theme as CSS. @throws where the theme has no `look.css` */
export function themeCss(look: string): string {
  const file = `../themes/looks/${look}/look.css`;
  const css = themes[file];
  if (!css)
    throw new Error(`src/themes/looks/${look}/look.css is missing. Write it, or name another look in hosts.config.ts.`);
  return css;
}
