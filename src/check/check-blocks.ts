import type { Diagnostic } from '../shared/user-error.ts';
import { blockNameOf } from '../site/markdown/blocks.ts';
import type { Source } from '../site/site-folder.ts';
import type { Inspect } from './inspect-content-file.ts';

/**
 * Reports documents whose rules, sections or groups are not those of the English text of the same host, brand or all sites, in its order.
 * A text without English beside it is compared with the shared English text.
 */
export function checkBlocks(sources: Source[], inspect: Inspect): Diagnostic[] {
  const english = new Map(
    sources
      .filter((source) => source.lang === 'en' && blockNameOf(source))
      .map((source) => [`${source.scope} ${source.name}`, source]),
  );
  return sources.flatMap((source) => {
    const name = blockNameOf(source);
    const model = english.get(`${source.scope} ${source.name}`) ?? english.get(`shared ${source.name}`);
    if (!name || !model || source === model) return [];
    const [ids, wanted] = [source, model].map((text) => inspect(text).blocks) as [string[], string[]];
    // Other checks report a text that cannot be read and blocks without an id.
    return ids.length && wanted.length ? compare(source, name, model, ids, wanted) : [];
  });
}

/** @param name how the blocks of the text are called */
function compare(source: Source, name: string, model: Source, ids: string[], wanted: string[]): Diagnostic[] {
  const { file, text } = source;
  const lines = text.trimEnd().split('\n');
  const lineOf = (id: string): number => lines.findIndex((line) => line.includes(`{#${id}}`)) + 1;
  const missing = wanted
    .filter((id) => !ids.includes(id))
    .map((id) => ({
      file,
      line: lines.length,
      message: `the ${name} "${id}" is missing`,
      hint: `Translate it from ${model.file}, or remove it there`,
    }));
  const unknown = ids
    .filter((id) => !wanted.includes(id))
    .map((id) => ({
      file,
      line: lineOf(id),
      message: `${model.file} has no ${name} "${id}"`,
      hint: 'Correct the id, add it there, or remove it here',
    }));
  const order = wanted.filter((id) => ids.includes(id));
  const moved = ids.filter((id) => wanted.includes(id)).findIndex((id, index) => id !== order[index]);
  const [id, before] = [order[moved], order[moved - 1]];
  if (id === undefined) return [...missing, ...unknown];
  const place = before ? `behind "${before}"` : 'before all others';
  const message = `the ${name} "${id}" stands elsewhere in ${model.file}`;
  return [...missing, ...unknown, { file, line: lineOf(id), message, hint: `Move it ${place}` }];
}
