import { load } from 'cheerio';
import { expect, test } from 'vitest';

import { textSource } from '../../../tests/fixture/text-source.ts';
import type { Source } from '../site-folder.ts';
import { titleOfRule } from './outline.ts';
import { factsOf, parseDocumentFile } from './parse.ts';

const LIKE_TAGS = '<h2 id="x">y</h2> <h3 a> <li> <table> 1 > 0';

const source = (name: string, text: string): Source => textSource(text, { kind: 'document', name });

const render = (name: string, text: string): string => parseDocumentFile(source(name, text)).html;

test('the id of a heading is made of its words, not of their escapes', () => {
  expect(render('contacts', '## Q&A, `a < b`')).toContain('<h2 id="qa-a--b">');
  expect(render('contacts', '## « Ça me plaît »')).toContain('<h2 id="ça-me-plaît">');
});

test('ids and fragments are in Normalization Form C', () => {
  const decomposed = 'Café'.normalize('NFD');
  const text = `## ${decomposed}\n\n## Two {#${decomposed}-2}\n\n[a](/qa#${decomposed}) [b](#100%) [c](/rules#a%C3%A9)`;
  const { ids, links } = factsOf(source('contacts', text));
  expect(ids).toEqual(['café', 'Café-2']);
  expect(links).toEqual(['/qa#Caf%C3%A9', '#100%25', '/rules#a%C3%A9']);
  expect(render('contacts', text)).toContain('<h2 id="café">');
});

test('a placeholder at the end of a heading stays', () => {
  expect(render('contacts', '## About {brand}')).toContain('<h2 id="about-brand">About {brand}</h2>');
  expect(render('contacts', 'Mail to {email}\n---')).toContain('<h2 id="mail-to-email">Mail to {email}</h2>');
});

test('a link with apostrophes leads to its page', () => {
  const text = "[a](/rules?by='me'#rule-1)";
  expect(render('contacts', text)).toContain(`href="/rules?by='me'#rule-1"`);
  expect(factsOf(source('contacts', text)).links).toEqual(["/rules?by='me'#rule-1"]);
});

test('a link title that looks like a tag stays a title', () => {
  const text = `## One\n\n1. [a](/x '${LIKE_TAGS}')\n2. b\n`;
  const { rules, sections } = factsOf(source('rules', text));
  const $ = load(render('rules', text));
  expect($('a[href="/x"]').attr('title')).toBe(LIKE_TAGS);
  expect($('body').text().trim().replaceAll(/\s+/g, ' ')).toBe('One 1. a 2. b');
  expect([rules.map(({ id }) => id), sections]).toEqual([['rule-1', 'rule-2'], [{ id: 'one', title: 'One' }]]);
});

test('a rule is listed by its bold beginning, else by its first sentence or the first words of that', () => {
  const titles = (text: string): string[] => factsOf(source('rules', text)).rules.map(titleOfRule);
  expect(
    titles('1. **A no is final.** Do not ask *again*.\n2. Be **kind** to all who write here.\n3. Be kind. Stay.\n'),
  ).toEqual(['A no is final', 'Be kind to all who …', 'Be kind']);
  expect(titles('1. **Ask & wait.** Yes.\n\n2. **Why?** No.\n')).toEqual(['Ask & wait', 'Why?']);
  const long =
    '太字のない規則は空白がないので全文が目次の見出しになりますがそれは長すぎるので最初の言葉だけを見出しにします';
  const [sentence, words, question] = titles(`1. 成人のみ。18歳以上の方。\n2. ${long}\n3. هل أنت بالغ؟ نعم.\n`);
  expect([sentence, question]).toEqual(['成人のみ', 'هل أنت بالغ؟']);
  expect(words).toMatch(/^太字のない規則は.*…$/u);
  expect(words!.length).toBeLessThan(long.length);
});

test('a code language that looks like a tag stays a language', () => {
  const text = `### Why?\n\nBecause.\n\n\`\`\`<h3>\nif (a < b)\n\`\`\`\n`;
  expect(load(render('qa', text))('h3').length).toBe(1);
  expect(factsOf(source('qa', text)).questions).toEqual([{ question: 'Why?', answer: 'Because. if (a < b)' }]);
});
