import { expect, test } from 'vitest';

import { brokenHabits } from './typography.ts';

const messagesOf = (lang: string, text: string): string[] => brokenHabits(lang, text).map(({ message }) => message);

test.each([
  ['fr', 'Vraiment ?'],
  ['fr', 'Dites « oui »'],
  ['pl', 'Czat – i więcej'],
  ['pl', 'Czat\u00a0— i więcej'],
  ['pl', 'Wiadomość od {{name}}'],
  ['ru', 'Чат — и всё'],
  ['ru', 'Чат\u00a0– и всё'],
  ['ru', 'Сообщение от {{name}}'],
  ['uk', 'Чат — і все'],
  ['uk', 'Чат - і все'],
  ['uk', 'Скарга на когось, про {{name}}'],
])('in %s, “%s” is a mistake', (lang, text) => {
  expect(messagesOf(lang, text)).toHaveLength(1);
});

test.each([
  ['fr', 'Vraiment\u00a0? Dites «\u00a0oui\u00a0» à 10:30.'],
  ['pl', '- Czat\u00a0– i\u00a0więcej\n- 2–24'],
  ['ru', '- Чат\u00a0— и всё\n- «Сообщение: {{name}}», кто-то'],
  ['uk', '— Так\u00a0— і все. Скарга: {{name}}'],
  ['en', 'A report about {{name}} - or more'],
])('in %s, “%s” is right', (lang, text) => {
  expect(messagesOf(lang, text)).toEqual([]);
});
