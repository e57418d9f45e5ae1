import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { type ESTree, parse } from 'rolldown/utils';

import { UserError } from '../../../src/shared/user-error.ts';
import type { SiteOptions } from '../../../src/site/editions/editions.ts';
import type { HostsInput } from '../../../src/site/editions/hosts-schema.ts';
import { openSite } from '../../../src/site/open-site.ts';

type BrandInput = HostsInput['brands'][string];

/** Facts of a brand with a host in a language, from which its texts are translated. */
export const brandOf = (name: string, email: string, look: string, host: string, lang: string): BrandInput => ({
  name,
  email,
  look,
  securityTxtExpires: inAYear(),
  ...(lang !== 'en' && { sourceLanguage: lang }),
  defaultHost: host,
  hosts: { [host]: { languages: [lang] } },
});

/** The last day that security.txt may name. */
const inAYear = (): string => new Date(Date.now() + 364 * 86_400_000).toISOString().slice(0, 10);

/** Text of a brand in the hosts file. */
export const brandText = (id: string, brand: BrandInput): string => `    ${quoted(id)}: ${textOf(brand, '    ')},\n`;

/** A value as the formatter of this project writes it. */
function textOf(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return inQuotes(String(value));
  const fields = Object.entries(value);
  if (fields.length === 1 && fields.every(([, field]) => Array.isArray(field)))
    return `{ ${fields.map(([name, field]) => `${quoted(name)}: ${textOf(field, indent)}`).join(', ')} }`;
  const lines = fields.map(([name, field]) => `${indent}  ${quoted(name)}: ${textOf(field, `${indent}  `)},\n`);
  return `{\n${lines.join('')}${indent}}`;
}

const quoted = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : inQuotes(name));

const inQuotes = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/**
 * Adds a brand to the hosts file of a site.
 * @throws UserError where the file computes its brands, has the brand, or would be wrong; it then stays as it was
 */
export async function addBrand(site: SiteOptions, id: string, brand: BrandInput): Promise<void> {
  const { text, brands } = await readBrands(site.hostsFile);
  if (!brands) throw cannotEdit(site.hostsFile, `this brand:\n\n${brandText(id, brand)}`);
  if (brands.properties.some((property) => nameOf(property) === id))
    throw new UserError(`${relative('.', site.hostsFile)} has a brand ${id}. Choose another id.`);
  await write(site, insertAfter(text, brands.properties.at(-1)?.end ?? brands.start + 1, `\n${brandText(id, brand)}`));
}

/**
 * Adds a language to hosts of a site.
 * @throws UserError where the file computes them, or would be wrong; it then stays as it was
 */
export async function addLanguage(site: SiteOptions, lang: string, hosts: string[]): Promise<void> {
  const { text, brands } = await readBrands(site.hostsFile);
  const places = hosts.map((host) => {
    const list = brands?.properties
      .map((brand) => valueAt(brand, 'hosts', host, 'languages'))
      .find((value) => value !== undefined);
    if (list?.type !== 'ArrayExpression') throw cannotEdit(site.hostsFile, `'${lang}' to the languages of ${host}`);
    return list.elements.at(-1)?.end ?? list.start + 1;
  });
  // From the end on, so that the places before stay.
  const changed = places
    .toSorted((a, b) => b - a)
    .reduce((edited, place) => insertAfter(edited, place, ` '${lang}'`), text);
  await write(site, changed);
}

/** Inserts an item behind the last item of a list or object, and a comma between both. */
function insertAfter(text: string, place: number, item: string): string {
  const isFirst = /[[{]\s*$/.test(text.slice(0, place));
  const [comma = ''] = /^\s*,/.exec(text.slice(place)) ?? [];
  const rest = text.slice(place + comma.length);
  const isList = !item.endsWith('\n');
  const added = isFirst && isList ? item.trim() : item;
  return `${text.slice(0, place)}${isFirst ? '' : ','}${added.replace(/\n$/, '')}${comma && isList ? ',' : ''}${rest}`;
}

const cannotEdit = (file: string, what: string): UserError =>
  new UserError(`${relative('.', file)} cannot be edited, because it computes its brands. Add ${what}`);

/** Writes the hosts file if it is right. */
async function write(site: SiteOptions, text: string): Promise<void> {
  const name = basename(site.hostsFile);
  // Beside the file, whose imports are relative.
  const hostsFile = join(site.hostsFile, '..', `new-${name}`);
  writeFileSync(hostsFile, text);
  try {
    await openSite({ ...site, hostsFile });
    renameSync(hostsFile, site.hostsFile);
  } catch (error) {
    throw error instanceof UserError
      ? new UserError(error.message.replaceAll(`new-${name}`, name), { cause: error })
      : error;
  } finally {
    rmSync(hostsFile, { force: true });
  }
}

/** The object of brands in the source of a hosts file; undefined where it is no literal. */
async function readBrands(file: string): Promise<{ text: string; brands: ESTree.ObjectExpression | undefined }> {
  const text = readFileSync(file, 'utf8');
  const { program } = await parse(file, text);
  const exported = program.body.find((statement) => statement.type === 'ExportDefaultDeclaration')?.declaration;
  const root = objectIn(exported);
  const brands = root && objectIn(memberOf(root, 'brands'));
  return { text, brands };
}

/** The object of an expression such as `defineHosts({ … })` or `{ … } satisfies Hosts`. */
function objectIn(node: ESTree.Node | undefined | null): ESTree.ObjectExpression | undefined {
  switch (node?.type) {
    case 'ObjectExpression':
      return node;
    case 'CallExpression':
      return objectIn(node.arguments[0]);
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return objectIn(node.expression);
    default:
      return undefined;
  }
}

const nameOf = (property: ESTree.ObjectPropertyKind): string | undefined => {
  if (property.type !== 'Property' || property.computed) return undefined;
  return property.key.type === 'Identifier' ? property.key.name : String((property.key as { value?: unknown }).value);
};

function memberOf(object: ESTree.ObjectExpression, name: string): ESTree.Expression | undefined {
  const found = object.properties.find((property) => nameOf(property) === name);
  return found?.type === 'Property' ? (found.value as ESTree.Expression) : undefined;
}

function valueAt(property: ESTree.ObjectPropertyKind, ...path: string[]): ESTree.Expression | undefined {
  let value = property.type === 'Property' ? (property.value as ESTree.Expression) : undefined;
  for (const name of path) value = value?.type === 'ObjectExpression' ? memberOf(value, name) : undefined;
  return value;
}
