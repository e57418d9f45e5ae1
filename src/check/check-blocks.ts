import type { Diagnostic } from '../shared/user-error.ts';
import { blockNameOf, blocksOf } from '../site/markdown/blocks.ts';
import type { Source } from '../site/site-folder.ts';
import type { Inspect } from './inspect-content-file.ts';

/**
 * Reports documents whose rules, sections or groups are not those of the text in the source language of the same host, brand or all sites, in its order.
 * A text without it beside it is compared with the shared text in its source language.
 */
export function checkBlocks(sources: Source[], inspect: Inspect): Diagnostic[] {
  const models = new Map(
    sources
      .filter((source) => source.lang === source.folder.sourceLanguageOf(source.scope) && blockNameOf(source))
      .map((source) => [`${source.scope} ${source.name}`, source]),
  );
  const pairs = sources.flatMap((source): Pair[] => {
    const name = blockNameOf(source);
    const model = models.get(`${source.scope} ${source.name}`) ?? models.get(`shared ${source.name}`);
    if (!name || !model || source === model || source.diagnostics.length || model.diagnostics.length) return [];
    const [ids, wanted] = [source, model].map((text) => inspect(text).blocks) as [string[], string[]];
    // Other checks report a text that cannot be read and blocks without an id.
    return ids.length && wanted.length ? [{ source, name, model, ids, wanted }] : [];
  });
  return [...[...Map.groupBy(pairs, ({ model }) => model).values()].flatMap(lostInModel), ...pairs.flatMap(compare)];
}

/** A text and the text of which it is a translation, with the ids of their blocks. */
interface Pair {
  source: Source;
  /** How the blocks are called. */
  name: string;
  model: Source;
  ids: string[];
  wanted: string[];
}

/** Blocks that every translation has: their original has lost them, or their ids. */
function lostInModel(pairs: Pair[]): Diagnostic[] {
  const [first, ...others] = pairs;
  if (!first || !others.length) return [];
  const { name, model, ids, wanted } = first;
  const lost = ids.filter((id) => !wanted.includes(id) && others.every((pair) => pair.ids.includes(id)));
  if (lost.length && !isComplete(model)) return [];
  return lost.map((id) => ({
    file: model.file,
    line: lineOf(
      model,
      ids.slice(0, ids.indexOf(id)).findLast((before) => wanted.includes(before)),
    ),
    message: `the ${name} "${id}" is missing, which every other language has`,
    hint: 'Add it, correct the id of another, or remove it from the others',
    cause: causeOf(model, id),
  }));
}

/** Whether each block of a text has an id. An id that an original lacks may be that of a block without one, which another check reports. */
const isComplete = (source: Source): boolean => blocksOf(source).every(({ type, id }) => type !== 'named' || id);

/** The cause of problems with a block that an original lacks, or that only it has. */
export const causeOf = ({ file }: Source, id: string): string => `${file}#${id}`;

const lineOf = ({ text }: Source, id: string | undefined): number =>
  Math.max(1, text.split('\n').findIndex((line) => line.includes(`{#${id}}`)) + 1);

function compare({ source, name, model, ids, wanted }: Pair): Diagnostic[] {
  const { file } = source;
  // A block without an id, which another check reports, may be that of a missing id.
  const missing = (isComplete(source) ? wanted : [])
    .filter((id) => !ids.includes(id))
    .map((id) => ({
      file,
      line: lineOf(source, wanted.slice(0, wanted.indexOf(id)).findLast((before) => ids.includes(before)) ?? ids[0]),
      message: `the ${name} "${id}" is missing`,
      hint: `Translate it from ${model.file}, or remove it there`,
      cause: causeOf(model, id),
    }));
  const unknown = (ids.some((id) => !wanted.includes(id)) && isComplete(model) ? ids : [])
    .filter((id) => !wanted.includes(id))
    .map((id) => ({
      file,
      line: lineOf(source, id),
      message: `${model.file} has no ${name} "${id}"`,
      hint: 'Correct the id, add it there, or remove it here',
      cause: causeOf(model, id),
    }));
  const order = wanted.filter((id) => ids.includes(id));
  const moved = ids.filter((id) => wanted.includes(id)).findIndex((id, index) => id !== order[index]);
  const [id, before] = [order[moved], order[moved - 1]];
  if (id === undefined) return [...missing, ...unknown];
  const place = before ? `behind "${before}"` : 'before all others';
  const message = `the ${name} "${id}" stands elsewhere in ${model.file}`;
  return [...missing, ...unknown, { file, line: lineOf(source, id), message, hint: `Move it ${place}` }];
}
