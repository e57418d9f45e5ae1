import { load } from 'cheerio';
import { expect, test } from 'vitest';

import { readHtml } from './read-html.ts';

const PAGE = `<!DOCTYPE html><html lang="en"><head><title>&lt;script>1</script></title>
<meta name="description" content="</head><style>p{}</style>&#34; &amp;lt; <!-- ">
<style>a>b{content:"</p><link>"}</style><script type="module">if(1<2&&"<b>")f("&amp;")</script></head>
<body><!--$--><p title='<h2 id="no">' hidden>id="no" &lt;i id="no"&gt;<br>x<svg viewBox="0 0 1 1"><path d="M0"/></svg></p>
<textarea id=t>&lt;b><b id="no"></textarea><input required value=""><!--/$--></body></html>`;

test('elements, attributes, scripts and styles are those of an HTML parser', () => {
  const $ = load(PAGE);
  const { elements, comments } = readHtml(PAGE);
  const wanted = $('*')
    .map((_, element) => {
      const name = $(element).prop('tagName')!.toLowerCase();
      return {
        name,
        attributes: { ...$(element).attr() },
        text: ['script', 'style'].includes(name) ? $(element).text() : '',
      };
    })
    .get();
  const lowerCase = (attributes: object): object =>
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
  expect(elements.map(({ name, attributes, text }) => ({ name, attributes, text }))).toEqual(
    wanted.map((element) => ({ ...element, attributes: lowerCase(element.attributes) })),
  );
  expect(comments).toEqual(['$', '/$']);
});

test('offsets span start tags, and whole scripts and styles', () => {
  const sources = readHtml(PAGE).elements.map(({ start, end }) => PAGE.slice(start, end));
  expect(sources).toContain('<html lang="en">');
  expect(sources).toContain('<style>a>b{content:"</p><link>"}</style>');
  expect(sources).toContain('<br>');
  expect(sources).toContain('<path d="M0"/>');
});
