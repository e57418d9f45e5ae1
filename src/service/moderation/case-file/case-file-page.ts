import { escapeHtml } from '../../../shared/text/escape-html.ts';
import type { CaseFile } from './read-case-file.ts';

/** A case file as a page to print, in English: a heading for each part, a table for each list, without scripts. */
export const caseFilePage = (file: CaseFile): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Case ${escapeHtml(file.case.id)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
table { border-collapse: collapse; margin-block: .5rem; width: 100% }
th, td { border: 1px solid #767676; overflow-wrap: anywhere; padding: .25rem .5rem; text-align: start; vertical-align: top }
td { white-space: pre-wrap }
</style>
<h1>Case ${escapeHtml(file.case.id)}</h1>
<p>All times are in UTC. The same as data is in case.json; SHA256SUMS has the hashes of both.</p>
${Object.entries(file)
  .map(([name, value]) => `<h2>${escapeHtml(headingOf(name))}</h2>\n${render(value)}`)
  .join('\n')}
</html>
`;

/** `firstReportAt` becomes “First report at”. */
const headingOf = (name: string): string =>
  (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A list of objects becomes a table with a column for each field, an object a table with a row for each, all else text. */
function render(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && !value.length)) return '–';
  if (typeof value !== 'object') return escapeHtml(String(value));
  if (!Array.isArray(value))
    return table(
      Object.entries(value).map(([name, each]) => [cell('th', escapeHtml(headingOf(name))), cell('td', render(each))]),
    );
  if (value.some((each) => typeof each !== 'object')) return value.map((each) => escapeHtml(String(each))).join('<br>');
  const fields = [...new Set(value.flatMap((each: object) => Object.keys(each)))];
  return table([
    fields.map((field) => cell('th', escapeHtml(headingOf(field)))),
    ...value.map((each: Record<string, unknown>) => fields.map((field) => cell('td', render(each[field])))),
  ]);
}

const cell = (tag: 'th' | 'td', html: string): string => `<${tag}>${html}</${tag}>`;
const table = (rows: string[][]): string =>
  `<table>\n${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n')}\n</table>`;
