import type { PublishedWords } from '../../../output/moderation-file.ts';
import { lookUp } from '../../../shared/required.ts';
import { dropExpandingCharacters } from '../../../shared/text/drop-expanding-characters.ts';
import { foldLookalikes } from '../../../shared/text/fold-lookalikes.ts';

/** Words of lists in a text, as the lists have them. */
export interface FoundWords {
  hold: string[];
  refuse: string[];
}

/** Finds words of the lists in a text of a room; undefined without any. @param lang of the room */
export type WordFilter = (text: string, lang: string) => FoundWords | undefined;

/** Letters of listed words, as a tree. A space is an edge, too. */
interface Node {
  next: Map<string, Node>;
  entry?: { word: string; list: keyof FoundWords };
}

/** Name of the list for all languages. */
const ALL = 'all';

/**
 * Compiles word lists. Whole words and phrases are found in any case, with accents, look-alike letters, letters repeated three times or
 * more, and separators between letters: `s p a m`, `s.p.a.m`, `spaaam`. A space separates letters only where each stands alone, so that
 * the ends of words make no other word. The time depends on the text, and not on the number of words.
 */
export function createWordFilter(lists: Record<string, PublishedWords>): WordFilter {
  const trees = new Map(Object.entries(lists).map(([lang, words]) => [lang, treeOf(words)]));
  return (text, lang) => {
    const own = [trees.get(lang), trees.get(ALL)]
      .filter((tree) => tree !== undefined)
      .filter((tree) => tree.next.size > 0);
    if (!own.length) return undefined;
    const found = { hold: new Set<string>(), refuse: new Set<string>() };
    for (const reading of readingsOf(text)) collect(reading, own, ({ word, list }) => found[list].add(word));
    return found.hold.size || found.refuse.size ? { hold: [...found.hold], refuse: [...found.refuse] } : undefined;
  };
}

/** The filter of word lists, compiled once. */
export function wordFilterOf(lists: Record<string, PublishedWords>): WordFilter {
  const filter = compiled.get(lists) ?? createWordFilter(lists);
  compiled.set(lists, filter);
  return filter;
}
const compiled = new WeakMap<object, WordFilter>();

function treeOf(words: PublishedWords): Node {
  const root: Node = { next: new Map() };
  for (const list of ['hold', 'refuse'] as const)
    for (const word of words[list]) {
      const phrase = Array.from(plain(word), (character) => fold(character) || ' ')
        .join('')
        .replaceAll(/ +/g, ' ')
        .trim();
      // The second finds the phrase without its spaces.
      for (const letters of new Set([phrase, phrase.replaceAll(' ', '')])) {
        let node = root;
        for (const letter of letters) {
          const next: Node = node.next.get(letter) ?? { next: new Map() };
          node.next.set(letter, next);
          node = next;
        }
        if (letters) node.entry = { word, list };
      }
    }
  return root;
}

/** Lower case without accents, invisible characters and small capitals. */
const plain = (text: string): string =>
  dropExpandingCharacters(text)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{DI}]/gu, '')
    .toLowerCase()
    .replaceAll(SMALL_CAPITALS, (letter) => LATIN.charAt(CAPITALS.indexOf(letter)));
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** In the order of the alphabet, in which x has none. */
const CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ';
const SMALL_CAPITALS = new RegExp(`[${CAPITALS}]`, 'gu');

/** The text with letters instead of symbols that show one: white letters in black circles and squares, and halves of flags. */
const withoutSymbols = (text: string): string => text.replaceAll(SYMBOLS, (symbol) => lookUp(LETTERS, symbol));
/** Letters by their symbols, whose alphabets begin at these characters. */
const LETTERS = new Map(
  [0x1_f1_50, 0x1_f1_70, 0x1_f1_e6].flatMap((first) =>
    Array.from(LATIN, (letter, at) => [String.fromCodePoint(first + at), letter] as const),
  ),
);
const SYMBOLS = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');

/** The plain text, and if a letter stands there three times or more, also with two and with a single letter instead. */
function readingsOf(text: string): string[] {
  const read = plain(text);
  // Beside a word, a symbol can as well be a picture.
  return [...new Set([read, withoutSymbols(read)])].flatMap((one) =>
    REPEATED.test(one) ? [one, one.replaceAll(REPEATED_ALL, '$1$1'), one.replaceAll(REPEATED_ALL, '$1')] : [one],
  );
}
const REPEATED = /(\p{L})\1\1/u;
const REPEATED_ALL = /(\p{L})\1\1+/gu;

/** The letters that look like a character, such as `rn` for `m`; empty for a separator. */
function fold(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const letters = /[\p{L}\p{N}]/u.test(character) ? foldLookalikes(character) : '';
  if (folded.size < FOLDED_MAX) folded.set(character, letters);
  return letters;
}
const folded = new Map<string, string>();
const FOLDED_MAX = 10_000;

function collect(text: string, roots: Node[], onFound: (entry: NonNullable<Node['entry']>) => void): void {
  const characters = [...text];
  const letters = characters.map(fold);
  /** Whether a letter stands alone. */
  const isAlone = (at: number): boolean => !letters[at - 1] && !letters[at + 1];
  /** For each place, the next letter from there on, and whether a space comes before it. */
  const nextLetter = new Uint32Array(letters.length + 1);
  const isApart = new Uint8Array(letters.length + 1);
  let next = letters.length;
  for (let at = letters.length; at >= 0; at -= 1) {
    const isGap = letters[at] === '';
    if (!isGap) next = at;
    nextLetter[at] = next;
    isApart[at] = isGap && (isApart[at + 1] || /\s/u.test(characters[at]!)) ? 1 : 0;
  }
  /** Follows the tree with the word at a position, and with the words after it. */
  const follow = (from: number, reached: Node): void => {
    let node: Node | undefined = reached;
    let end = from;
    for (let word = letters[end]; word; word = letters[end]) {
      node = step(node, word);
      if (!node) return;
      end += 1;
    }
    if (node.entry) onFound(node.entry);
    const at = nextLetter[end]!;
    if (at === letters.length) return;
    const word = node.next.get(' ');
    if (word) follow(at, word);
    if (!isApart[end] || (isAlone(end - 1) && isAlone(at))) follow(at, node);
  };
  for (let at = 0; at < letters.length; at += 1)
    if (letters[at] && !letters[at - 1]) for (const root of roots) follow(at, root);
}

function step(from: Node, letters: string): Node | undefined {
  let node: Node | undefined = from;
  for (const letter of letters) node = node?.next.get(letter);
  return node;
}
