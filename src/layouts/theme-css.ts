import light from '../styles/light.css?inline';

const files = import.meta.glob<string>('../themes/looks/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** The design tokens of a look as CSS: the dark theme, and the changes of the light theme. @throws where a file of the look is missing */
export const themeCss = (look: string): { dark: string; light: string } => ({
  dark: fileOf(look, 'look.css'),
  light: fileOf(look, 'light.css') + light,
});

/** The background colour of a theme, for the frame of the browser. */
export const groundOf = (css: string): string | undefined => /--ground:\s*(#\w+)/.exec(css)?.[1];

function fileOf(look: string, name: string): string {
  const css = files[`../themes/looks/${look}/${name}`];
  if (!css)
    throw new Error(`src/themes/looks/${look}/${name} is missing. Write it, or name another look in hosts.config.ts.`);
  return css;
}
