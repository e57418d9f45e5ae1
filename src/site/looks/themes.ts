import light from '../../styles/light.css?inline';

const files = import.meta.glob<string>('../../themes/looks/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** Parts of a look that pages show: its design tokens as CSS, and the colours that the frame of a browser takes. */
export interface Themes {
  dark: string;
  /** The changes of the light theme. */
  light: string;
  darkGround: string;
  lightGround: string;
}

/** The themes of a look. @throws where a file of the look is missing */
export function themesOf(look: string): Themes {
  const dark = fileOf(look, 'look.css');
  const changes = fileOf(look, 'light.css');
  const darkGround = groundOf(dark);
  if (!darkGround) throw new Error(`src/themes/looks/${look}/look.css has no colour --ground. Add it.`);
  return { dark, light: changes + light, darkGround, lightGround: groundOf(changes) ?? darkGround };
}

const groundOf = (css: string): string | undefined => /--ground:\s*([^;}]+)/.exec(css)?.[1];

function fileOf(look: string, name: string): string {
  const css = files[`../../themes/looks/${look}/${name}`];
  if (!css)
    throw new Error(`src/themes/looks/${look}/${name} is missing. Write it, or name another look in hosts.config.ts.`);
  return css;
}
