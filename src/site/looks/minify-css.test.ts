import { expect, test } from 'vitest';

import { minifyCss } from './minify-css.ts';

const minify = (css: string): string => minifyCss(css, (file) => `/_astro/${file}`);

test('comments and space go, and files beside the stylesheet get their URLs', () => {
  const css = `
/* Dark; the { default } */
:root {
  --ground: #1a0d19; /* night */
  --art: image-set(url('./a.avif') type("image/avif"), url("b.jpg"), url( ./c.png ));
}

a:hover > b , p::before { color : red; opacity: 0.50 }
`;
  expect(minify(css)).toBe(
    ':root{--ground:#1a0d19;--art:image-set(url(/_astro/./a.avif) type("image/avif"), url(/_astro/b.jpg), url(/_astro/./c.png))}a:hover > b , p::before{color :red;opacity:0.50}',
  );
});

test.each([
  ['p{content:"a; /* b */ : c"}', 'p{content:"a; /* b */ : c"}'],
  [`p{content:'"'; quotes: 'a\\'  b'}`, `p{content:'"';quotes:'a\\'  b'}`],
  ['p{content:"a\\\n  b"}', 'p{content:"a\\\n  b"}'],
  [
    'p{background: url(data:image/png;base64,A/*A==) , url(https://a.example/b.png)}',
    'p{background:url(data:image/png;base64,A/*A==) , url(https://a.example/b.png)}',
  ],
  ['p{mask: url(#a); filter: url("/b.svg#c")}', 'p{mask:url(#a);filter:url("/b.svg#c")}'],
  ['.a/**/.b /* c */ .d{}', '.a.b .d{}'],
  ['@media (min-width: 0.5em) { p { margin: 0 } }', '@media (min-width:0.5em){p{margin:0}}'],
])('%s keeps its meaning', (css, expected) => {
  expect(minify(css)).toBe(expected);
});

test('many comments take no time', () => {
  const start = performance.now();
  minify(`${'/* line */\n'.repeat(20_000)}:root{}${'/*'.repeat(20_000)}`);
  expect(performance.now() - start).toBeLessThan(2000);
});
