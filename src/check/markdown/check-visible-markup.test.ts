import { expect, test } from 'vitest';

import { textSource } from '../../../tests/fixture/text-source.ts';
import { checkText } from '../check-authored-texts.ts';

const told = (body: string): string[] =>
  checkText(textSource(body)).map(
    ({ line, message }) => `${line} ${message.replace(' is shown on the page as it is written', '')}`,
  );

test.each<[body: string, ...marks: string[]]>([
  ['Text ** bold** words', '7 **'],
  ['Text **bold ** words', '7 **'],
  ['Text **bold words', '7 **'],
  ['Text bold** words', '7 **'],
  ['Text ***bold** words', '7 *'],
  ['Text **bold* words', '7 *'],
  ['日本__太字__です', '7 __'],
  ['Text __bold words', '7 __'],
  ['Text *slanted words', '7 *'],
  ['Text slanted* words', '7 *'],
  ['Text **bold***', '7 *'],
  ['Text  \n-**One**', '8 -'],
  ['Text _slanted words', '7 _'],
  ['Text slanted_ words', '7 _'],
  ['Text ~~old words', '7 ~~'],
  ['Text ~~ old~~ words', '7 ~~'],
  ['H~2~O', '7 ~'],
  ['Text\nand `code', '8 `'],
  ['Text ``code` words', '7 `'],
  ['Don`t', '7 `'],
  ['[words] (/rules)', '7 ] ('],
  ['[words](/rules and more)', '7 ]('],
  ['[words](/rules', '7 ]('],
  ['[words](<https://a.example/b)', '7 ](', '7 <https:'],
  ['[words\nand words] (/rules)', '8 ] ('],
  ['[words](<https://a.example/b)', '7 ](', '7 <https:'],
  ['[words(/rules)', '7 [words('],
  ['[words]/rules)', '7 ]'],
  ['[words(]/rules)', '7 (]'],
  ['[words][rules]', '7 ]['],
  ['[words][]', '7 ]['],
  ['(words)[/rules]', '7 )['],
  ['Text\n[rules]: /rules', '8 [rules]:'],
  ['*[HTML]: a language', '7 *', '7 *[HTML]:'],
  ['[[rules]]', '7 [['],
  ['[[words](/rules)', '7 [['],
  ['[TOC]', '7 [TOC]'],
  ['Text ![a picture] words', '7 !['],
  [':::note\nText\n:::', '7 :::', '9 :::'],
  ['!!! note\n    Text', '7 !!!'],
  ['> [!NOTE]\n> Text', '7 [!NOTE]'],
  ['> Words\n> > [words] (/rules)', '8 ] ('],
  ['Text :smile: words', '7 :smile:'],
  ['Text ==bright== words', '7 =='],
  ['Text ++added++ words', '7 ++'],
  ['Text ||hidden|| words', '7 ||'],
  ['Text x^2^ words', '7 ^2^'],
  ['[言葉]（/rules）', '7 ]（'],
  ['【言葉】（/rules）', '7 】（'],
  ['Text ＊＊太字＊＊', '7 ＊＊'],
  ['##　見出し', '7 ##'],
  ['-　項目', '7 -'],
  ['*[words](/rules)', '7 *'],
  ['Text *"slanted words', '7 *'],
  ['-„Zitat“', '7 -'],
  ['これは_強調_です', '7 _'],
  ['Text :+1: words', '7 :+1:'],
  ['Text &rsquo words', '7 &rsquo'],
  ['Nutzer*innen und Besucher*innen', '7 the words between two * are slanted, and both * are lost'],
  ['2*3*4', '7 the words between two * are slanted, and both * are lost'],
  ['Text\n\n```\ncode\n\nText', '9 the code goes on to the end of the text'],
  ['Text ^[a note] words', '7 ^['],
  ['Text $$x$$ words', '7 $$'],
  ['##Heading', '7 ##'],
  ['Text\n###Heading', '8 ###'],
  ['-One\n-Two', '7 -', '8 -'],
  ['Text &nbsp words', '7 &nbsp'],
  ['Text &nosuch; words', '7 &nosuch;'],
  ['Text <https://a.example words', '7 <https:'],
  ['| a | b |\n| 1 | 2 |', '7 | a | b |', '8 | 1 | 2 |'],
  ['| a | b |\n|---|\n| 1 | 2 |', '7 | a | b |', '8 |---|', '9 | 1 | 2 |'],
  ['a | b\nc | d', '7 a | b'],
  ['1.One\n2.Two', '7 1.'],
  ['Text \\n words', '7 \\'],
  ['Words\\', '7 \\'],
  ['## A **heading', '7 **'],
  ['## #Heading', '7 #'],
  ['| a | b |\n|---|---|\n| **a | 2 |', '9 **'],
  ['- One\n- Two **words', '8 **'],
])('%j shows its markup', (body, ...marks) => {
  expect(told(body)).toEqual(marks);
});

test('an address that no link refers to is reported, and a used address is not', () => {
  expect(told('Text.\n\n[note]: /rules')).toEqual(['9 the line "[note]: …" is shown nowhere']);
  expect(told('[Words][Note] and [note].\n\n[note]: /rules')).toEqual([]);
});

test('files with other ends of lines are read alike', () => {
  expect(told('| a | b |\r\n| 1 | 2 |\r\n\r\n[words]\r\n(/rules)')).toEqual(['7 | a | b |', '8 | 1 | 2 |', '10 ] (']);
});

test('markup that is meant, code, addresses and signs of prose are free', () => {
  const text = [
    String.raw`\*\*, \_\_, \`, \[words\](/rules), \:::, \:smile:, \==a==, \#chat, \-x, \&nbsp;, a\*, \~\~, \\n, \| a |`,
    '\\##x',
    '`** [a] (b) ::: :smile: &nbsp; \\n`, ``a ` b`` and **a `**` b**',
    '```md\n**open\n[a] (b)\n| a |\n```',
    '    indented **code',
    '<https://a.example/b__c~d^e>, https://a.example/_x_/*y, [a](/b__c) and [__x__](/y)',
    'snake_case, /_astro/x, 5 * 3 * 2, f*ck, 10:30:15, a:b:c, a == b, C++ and D++, a || b, 5 ^ 2, 5 < 6, <3, $5 and $6',
    'Q&A, R&D; AT&T, [sic], [… a quotation] (cut), "x" [y]. A - dash -- and --- another, ~5 and -5, #5 of 7?',
    '&lt;b&gt; &amp; &copy; &#42;&#42;a &ast;b',
    'Bold **a**, __b__, *c*, _d_, ***e***, ~~f~~ and **[a](/b)**.',
    '| a | b |\n|--|--|\n| -1 | **2** |',
    '> A quotation: **bold**\n> goes on - and on',
    'a 5* hotel',
    'rated 4*/5*',
    'a***@example.com',
    '**** 1234',
    'F**k',
    'Name: ____',
    '@user_',
    'Words :-*',
    'Words (-_-)',
    'Words (^o^)',
    'Words (^_^)',
    'Words </3',
    '(*1940)',
    '[1] https://who.int, [WHO] https://who.int, [Quelle: WHO (https://who.int)], [he]/[she], [M]/[F], [100] #5, text [1][2]',
    '[Laughter]: ha ha',
    '| a | b |\n|--|--|\n| #1 | Anna |\n| -x | +Plus |',
    '## #1 rule',
    'Text **#1** x, **-x** and **+x**',
    '#MeToo',
    'un*believ*able',
    '- #1 Anna',
    '会員*（A）と非会員*（B）、価格は100円*です。*税込です',
    'A line  \nand a second\\\nand a third',
  ];
  for (const part of text) expect([part, ...told(part)]).toEqual([part]);
});
