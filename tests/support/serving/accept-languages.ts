/** Headers of browsers, phones, crawlers and curl, and malformed headers. */
const sent = [
  '',
  ' ',
  ',',
  '*',
  'en',
  'EN',
  'en-US,en;q=0.9',
  'en-GB,en;q=0.5',
  'en-US,en;q=0.9,de;q=0.8,fr;q=0.7',
  'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7',
  'de,en-US;q=0.7,en;q=0.3',
  'de-CH, de-AT;q=0.9, de;q=0.8, en;q=0.7',
  'DE-at, en',
  'fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5',
  'es-419,es;q=0.9,en;q=0.8',
  'es-MX,es;q=0.9',
  'es-ES',
  'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7',
  'pt-PT,pt;q=0.9',
  'zh-CN,zh;q=0.9',
  'zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7',
  'zh-HK',
  'zh-Hans-CN',
  'zh-Hant-TW;q=0.8',
  'zh-SG,en;q=0.1',
  'zh-cmn-Hans-CN',
  'zh-yue-HK, en',
  'yue-HK, zh-HK;q=0.9',
  'sr',
  'sr-RS',
  'sr-Latn-RS',
  'sr-Cyrl, ru',
  'sr-ME',
  'uz, en',
  'uz-UZ, ru',
  'uz-AF, ru',
  'uz-Cyrl-UZ',
  'ar-EG,ar;q=0.9,en;q=0.8',
  'ru-RU,ru;q=0.9',
  'xx, pt-BR;q=0.1, de',
  'zz, *;q=0.5',
  'de;q=0',
  'de;q=0, en',
  'de;q=0.0,fr',
  'de;q=0.000, fr;q=0.001',
  'de;q=1.000, fr',
  'de;q=0.05, fr',
  'de ; q=0.5 , fr',
  'de; q=0 , fr',
  'de;Q=0.5',
  'de;q=abc, fr',
  'de;q=, fr',
  'de;level=1, fr',
  'de;q=-1, fr',
  'de_AT, fr',
  'german, fr',
  'e, fr',
  'en-, fr',
  '-en, fr',
  'deu, fr',
  'en-GB-oed, fr',
  'de-1996, fr',
  'de-x-private, fr',
  'en-u-ca-buddhist',
  'de-419, en',
  'fr\t,\tde',
  `${'xx-XX;q=0.3,'.repeat(200)}de`,
  'en"; DROP, de',
  '${1}, de',
  '{lang}, de',
];

const ranges = ['en', 'en-GB', 'de', 'pt', 'pt-BR', 'es-419', 'es', 'zh-CN', 'zh-TW', 'zh-Hans', 'fr-CA', 'xx'];

/** All pairs of ranges, in both orders and with various weights. */
const pairs = ranges.flatMap((first) =>
  ranges.filter((second) => second !== first).map((second, index) => `${first}, ${second};q=0.${(index % 9) + 1}`),
);

export const acceptLanguages = [...sent, ...pairs];

/**
 * An independent implementation of the rule in docs/deploy.md, to compare the patterns of the servers with.
 * @param tags languages of the host, its default first
 */
export function chosenByRule(tags: string[], header: string): string {
  for (const element of header.split(',')) {
    const [range = '', weight, ...more] = element.split(';').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
    if (more.length || (weight !== undefined && !(Number(/^q=([\d.]+)$/i.exec(weight)?.[1]) > 0))) continue;
    const tag = matchOf(tags, range.toLowerCase());
    if (tag) return tag;
  }
  return tags[0]!;
}

function matchOf(tags: string[], range: string): string | undefined {
  const withLower = tags.map((tag) => [tag, tag.toLowerCase()] as const);
  for (let prefix = range; prefix; prefix = prefix.slice(0, Math.max(prefix.lastIndexOf('-'), 0))) {
    const exact = withLower.find(([, lower]) => lower === prefix);
    if (exact) return exact[0];
  }
  const longer = withLower.find(([, lower]) => lower.startsWith(`${range}-`));
  if (longer) return longer[0];
  const likely = writtenIn(range);
  return likely === undefined ? undefined : tags.find((tag) => writtenIn(tag) === likely);
}

/** Language and likely script, such as `zh-Hans`; undefined if the tag is invalid or Intl replaces its language. */
function writtenIn(tag: string): string | undefined {
  // Skip extended languages, which Intl reads as another language: "zh-yue" is Cantonese.
  if (/^[a-z]+-[a-z]{3}(-|$)/i.test(tag)) return undefined;
  try {
    const [written] = tag.split('-');
    const { language, script } = new Intl.Locale(tag).maximize();
    return language === written ? `${language}-${script}` : undefined;
  } catch {
    return undefined;
  }
}
