import type { Themes } from '../editions/configured-editions.ts';

import light from '../../styles/light.css?inline';

const files = import.meta.glob<string>('../../themes/looks/*/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});

/** The themes of a look. @throws where a file of the look is missing */
export function themesOf(look: string): Themes {
  const dark = fileOf(look, 'look.css');
  const changes = fileOf(look, 'light.css');
  return {
    dark,
    light: changes + light,
    darkGround: groundOf(look, 'look.css', dark),
    lightGround: groundOf(look, 'light.css', changes),
  };
}

function groundOf(look: string, name: string, css: string): string {
  const ground = /--ground:\s*(#\w+)/.exec(css)?.[1];
  if (!ground) throw new Error(`src/themes/looks/${look}/${name} has no colour --ground: #… Add it.`);
  return ground;
}

function fileOf(look: string, name: string): string {
  const css = files[`../../themes/looks/${look}/${name}`];
  if (!css)
    throw new Error(`src/themes/looks/${look}/${name} is missing. Write it, or name another look in hosts.config.ts.`);
  return css;
}
