import { resolve, sep } from 'node:path';

/** Characters that Vite and Node write in different ways in the URL of a module, so that it is loaded twice or not at all. */
const character = /[#?%"[\]~\\]/.exec(resolve('.').replaceAll(sep, '/'))?.[0];

if (character) {
  console.error(
    `The program lies in ${resolve('.')}, and no module is found in a path with ${character}. Move it to a path without # ? % " [ ] ~ and \\; a site may lie anywhere.`,
  );
  process.exit(1);
}
