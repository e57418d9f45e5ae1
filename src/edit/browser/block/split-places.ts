/** What a split would break: headings, bold, emphasis, code, placeholders and links. */
const WHOLE = /^#+ .*\n+|\*\*[^*]+\*\*|\*[^*]+\*|`[^`]*`|\[(?:\\.|[^[\]\\])*\]\([^()\s]*\)|\{+\w+\}+/gm;

/** Offsets where a text may be split: before each word that does not stand inside of markup. */
export function splitPlaces(text: string): number[] {
  const wholes = [...text.matchAll(WHOLE)].map((match) => [match.index, match.index + match[0].length] as const);
  return [...text.matchAll(/\s+(?=\S)/g)]
    .map((gap) => gap.index + gap[0].length)
    .filter((place) => !wholes.some(([from, to]) => from < place && place < to));
}

/** The place nearest to an offset. */
export const nearestPlace = (places: number[], offset: number): number =>
  places.reduce((best, place) => (Math.abs(place - offset) < Math.abs(best - offset) ? place : best), places[0] ?? 0);

/** A text with its language. */
interface Written {
  text: string;
  lang: string;
}

/**
 * The place in a translation that answers to an offset in the original: after as many sentences where both have as many, else at the same
 * share of the text.
 */
export function matchingPlace(original: Written, offset: number, translation: Written): number {
  const places = splitPlaces(translation.text);
  const [from, to] = [sentenceStarts(original), sentenceStarts(translation)];
  const sentence = from.indexOf(offset);
  const isSentence = sentence >= 0 && from.length === to.length;
  return nearestPlace(
    places,
    isSentence ? to[sentence]! : (offset / (original.text.length || 1)) * translation.text.length,
  );
}

const sentenceStarts = ({ text, lang }: Written): number[] =>
  [...new Intl.Segmenter(lang, { granularity: 'sentence' }).segment(text)].map(({ index }) => index);
