import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { type ESTree, parse } from 'rolldown/utils';

import { UserError } from '../../../src/shared/user-error.ts';

/** A brand of the hosts file as its editor writes it. */
export interface NewBrand {
  id: string;
  name: string;
  email: string;
  look: string;
  host: string;
  languages: string[];
}

/** Text of a brand in the hosts file. */
export const brandText = ({ id, name, email, look, host, languages }: NewBrand): string =>
  `    ${quoted(id)}: {
      name: ${JSON.stringify(name)},
      email: '${email}',
      look: '${look}',
      securityTxtExpires: '${inAYear()}',
      defaultHost: '${host}',
      hosts: {
        '${host}': { languages: [${languages.map((lang) => `'${lang}'`).join(', ')}] },
      },
    },
`;

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

/** The last day that security.txt may name. */
const inAYear = (): string => new Date(Date.now() + 364 * 86_400_000).toISOString().slice(0, 10);

/** Adds a brand to a hosts file. @throws UserError where the file computes its brands */
export async function addBrand(file: string, brand: NewBrand): Promise<void> {
  const { text, brands } = await readBrands(file);
  if (!brands) throw cannotEdit(file, `this brand:\n\n${brandText(brand)}`);
  if (brands.properties.some((property) => nameOf(property) === brand.id))
    throw new UserError(`${relative('.', file)} has a brand ${brand.id}. Choose another id.`);
  const end = text.lastIndexOf('\n', brands.end) + 1;
  writeFileSync(file, text.slice(0, end) + brandText(brand) + text.slice(end));
}

/**
 * Adds a language to hosts.
 * @param hosts undefined for the default host of each brand
 * @returns the names of the hosts
 * @throws UserError where the file computes them
 */
export async function addLanguage(file: string, lang: string, hosts: string[]): Promise<void> {
  for (const host of hosts) {
    const { text, brands } = await readBrands(file);
    const list = brands?.properties
      .map((brand) => valueAt(brand, 'hosts', host, 'languages'))
      .find((value) => value !== undefined);
    if (list?.type !== 'ArrayExpression') throw cannotEdit(file, `'${lang}' to the languages of ${host}`);
    const last = list.elements.at(-1);
    const place = last ? last.end : list.start + 1;
    writeFileSync(file, `${text.slice(0, place)}${last ? ', ' : ''}'${lang}'${text.slice(place)}`);
  }
}

const cannotEdit = (file: string, what: string): UserError =>
  new UserError(`${relative('.', file)} cannot be edited, because it computes its brands. Add ${what}`);

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
  if (node?.type === 'ObjectExpression') return node;
  if (node?.type === 'CallExpression') return objectIn(node.arguments[0]);
  if (node?.type === 'TSSatisfiesExpression' || node?.type === 'ParenthesizedExpression')
    return objectIn(node.expression);
  return undefined;
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
