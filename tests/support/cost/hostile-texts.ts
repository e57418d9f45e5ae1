/** Texts of a length in UTF-16 units that are slow for some code, by name. */
export const hostileTexts: Record<string, (units: number) => string> = {
  ...repeated({
    'marks out of order': '\u0301\u0323',
    'marks in four classes': '\u0345\u0301\u0323\u0334',
    'marks that become two marks': '\u0F81\u0334',
    'marks that become a letter': '\u0344\u0315',
    'letters with five marks': 'a\u0345\u0301\u0323\u0334\u0315',
    'musical marks': '\u{1D165}\u{1D16D}',
    'phrases in one character': '\uFDFA',
    'phrases in other characters': '\uFDFB㌖㈝',
    'Greek letters with three marks': 'ᾂ',
    'letters that grow in upper case': 'ΐﬃİ',
    'Hangul jamo': '\u1100\u1161\u11A8',
    'Hangul fillers': '\u3164\u115F\u1160',
    'Indic conjuncts': 'क्',
    'conjuncts with joiners': 'ක්\u200D',
    'visible non-joiners': 'शक्\u200C',
    'Arabic letters with non-joiners': 'می\u200C',
    'Tibetan stacks': 'བསྒྲུབས་',
    families: '👩‍👩‍👧‍👦',
    'loose joiners': '\u200D\u200C',
    'direction marks': '\u202E\u2066\u200F',
    'flags of regions': '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'loose tags': '\u{E0041}',
    'variation selectors': '\uFE0F\u{E0100}',
    'unpaired surrogates': '\uD83D',
    'surrogates in the wrong order': '\uDE00\uD83D',
    'white letters': '🅰🇦',
    'small capitals': 'ᴀʙ',
    digits: '1',
    'digits of two systems': '1१',
    letters: 'a',
    'letters of a token': 'a1-_',
    'letters three times': 'aaab ',
    'letters apart': 'a.',
    words: 'ab ',
    spaces: ' ',
    'line breaks': '\r\n \u2028',
    'lines of invisible characters': '\u2800\n',
    'other spaces': '\u00A0\u3000',
    hyphens: '-',
    'lines below': '_ ',
    dots: '.',
    'dots between spaces': ' . ',
    'disguised dots': '( dot ',
    'spaces without a dot': '  dot dot',
    'at signs': 'a@a.',
    'many at signs': '@',
    mentions: '@a ',
    'addresses of websites': 'https://a.com ',
    'starts of addresses': 'http',
    slashes: '/',
    'slashes and questions': '/?',
    'numbers of networks': '1.1.1.',
    'pairs of a form': 'a=&',
    escapes: '%F0',
    'open brackets': '[',
    'open objects': '{"a":',
    quotes: '"\\',
    'cookies without values': 'a=;',
    'signed cookies': '=a.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%3D;',
    'languages with weights': 'en;q=0.0,',
    'languages with subtags': 'zh-',
    'lists of addresses': '1.2.3.4,',
    'lists of encodings': 'br;q=0,\t',
    'names of browsers': 'Mozilla/5.0 (Windows NT 10.0) ',
    markup: '<a href="',
    'letters for zxcvbn': '4@8({[<369&#!1/|0$5+7%2',
  }),
  'marks of two classes': (units) => `a${fill('\u0301', units / 2)}${fill('\u0323', units / 2 - 1)}`,
  'nested lists': (units) => '['.repeat(units / 2) + ']'.repeat(units / 2),
  'one at sign': (units) => `${'a'.repeat(units / 2)}@${'b'.repeat(units / 2 - 1)}`,
  'a digit at the end': (units) => `${'a'.repeat(units - 1)}1`,
  'an invalid end': (units) => `${'a'.repeat(units - 1)}!`,
};

/** The longest text of a kind that takes a number of bytes in UTF-8. */
export function ofBytes(text: (units: number) => string, bytes: number): string {
  const sample = text(600);
  const most = text(Math.floor((bytes * sample.length) / Buffer.byteLength(sample)));
  return Buffer.from(most).subarray(0, bytes).toString();
}

function repeated(texts: Record<string, string>): typeof hostileTexts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, (units: number) => fill(text, units)]));
}

const fill = (text: string, units: number): string => text.repeat(Math.ceil(units / text.length)).slice(0, units);
