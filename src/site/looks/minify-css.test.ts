import { expect, test } from 'vitest';

import { minifyCss } from './minify-css.ts';

test('comments and space go, strings stay, and files beside the stylesheet get their URLs', () => {
  const css = `
/* Dark; the { default } */
:root {
  --ground: #1a0d19; /* night */
  --art: image-set(url('./a.avif') type("image/avif"), url("./a.jpg"), url( ./b.png));
  --far: url(https://other.example/c.png), url('data:image/png;base64,AA=='); --q: '"';
}

a:hover > b , p::before { content: "a; /* b */ : c"; color : red; opacity: 0.50 }
`;
  expect(minifyCss(css, (file) => `/_astro/${file}`)).toBe(
    [
      ':root{--ground:#1a0d19;--art:image-set(url(/_astro/a.avif) type("image/avif"), url(/_astro/a.jpg), url(/_astro/b.png));',
      '--far:url(https://other.example/c.png), url("data:image/png;base64,AA==");--q:\'"\'}',
      'a:hover > b , p::before{content:"a; /* b */ : c";color :red;opacity:.50}',
    ].join(''),
  );
});
