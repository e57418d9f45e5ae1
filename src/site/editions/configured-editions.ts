import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

import { lookUp, required } from '../../shared/required.ts';
import { decodeText } from '../../shared/text/decode-text.ts';
import { trackDependency } from '../../shared/track-dependencies.ts';
import { UserError, toUserError } from '../../shared/user-error.ts';
import { parseHosts } from './define-hosts.ts';
import { type Edition, rootOf, toEditions } from './editions.ts';
import { findSyntaxErrors } from './hosts-file-errors.ts';

/** Path of the hosts file: `HOSTS_CONFIG` or `hosts.config.ts`. */
export const hostsFile = resolve(process.env.HOSTS_CONFIG || 'hosts.config.ts');

/** Every edition of the hosts file. Links and head tags need all of them, also in a build of some hosts. */
export const editions: Edition[] = await loadEditions();

/** The editions to render: those of the hosts in `HOSTS`, or all. */
export const builtEditions: Edition[] = selectHosts(process.env.HOSTS);

/** The editions of a brand, the given edition among them: pages link to them. */
export function siblingsOf({ brand }: Pick<Edition, 'brand'>): Edition[] {
  trackDependency('hosts');
  const page = rendered.getStore();
  return page?.edition.brand === brand ? page.siblings : required(byBrand.get(brand), 'editions of a brand');
}

/** The edition below `dist/` that a path `<host>/<lang>` names. @throws Error where the hosts file has none */
export const editionAt = (root: string): Edition => lookUp(byRoot, root);

/** The edition that a page of `src/pages/[host]/[lang]/` is rendered for. */
export const editionOf = ({ host, lang }: Partial<Record<string, string>>): Edition =>
  rendered.getStore()?.edition ?? editionAt(`${host}/${lang}`);

/** Parts of a look that pages show: its design tokens as CSS, and the colours that the frame of a browser takes. */
export interface Themes {
  dark: string;
  /** The changes of the light theme. */
  light: string;
  darkGround: string;
  lightGround: string;
}

/** A page that a build renders, with its own names and texts or with placeholders in their place. */
export interface RenderedPage {
  edition: Edition;
  /** The editions of its brand. */
  siblings: Edition[];
  /** The editions of the hosts file that `siblings` stand for, in the same order. */
  originals: Edition[];
  path: string;
  /** The path that `path` stands for. */
  originalPath: string;
  /** See `SharePicture.file`. */
  picture: string;
  /** Placeholders for the themes of its look; undefined where the page shows the look itself. */
  themes?: Themes;
  /** See `PageTexts` in `src/site/page-texts.ts`. */
  texts: unknown;
}

/** Runs a task that renders a page. */
export const withPage = <Result>(page: RenderedPage, task: () => Result): Result => rendered.run(page, task);

/** The page that is being rendered; undefined in the dev server. */
export const renderedPage = (): RenderedPage | undefined => rendered.getStore();

const byBrand = Map.groupBy(editions, ({ brand }) => brand);
const byRoot = new Map(editions.map((edition) => [rootOf(edition), edition]));
const rendered = new AsyncLocalStorage<RenderedPage>();

async function loadEditions(): Promise<Edition[]> {
  const stats = statSync(hostsFile, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${hostsFile} is missing. Write it, or correct HOSTS_CONFIG.`);
  // Node imports a file of any encoding, with replacement characters in its names.
  const { diagnostics } = decodeText(relative('.', hostsFile), readFileSync(hostsFile));
  if (diagnostics.length) throw toUserError(diagnostics);
  const module = await importHosts(stats.mtimeMs);
  return toEditions(parseHosts(module.default, basename(hostsFile)));
}

/** @param version goes into the query, so that the dev server imports an edited file again */
async function importHosts(version: number): Promise<{ default: unknown }> {
  try {
    return (await import(/* @vite-ignore */ `${pathToFileURL(hostsFile)}?${version}`)) as { default: unknown };
  } catch (error) {
    const errors = error instanceof SyntaxError ? await findSyntaxErrors(hostsFile) : [];
    throw errors.length ? toUserError(errors) : new UserError(describeFailure(error), { cause: error });
  }
}

/** Names the file and line of the error, in the hosts file or a file that it imports. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `${basename(hostsFile)} cannot be read: ${inspect(error)}`;
  const stack = error.stack ?? '';
  // For an error in TypeScript syntax, Node writes file and line before the stack.
  const [, path, line] = /^(\/.*):(\d+)\n/.exec(stack) ?? /(file:[^\s?]+?)(?:\?[\d.]+)?:(\d+)/.exec(stack) ?? [];
  const place = path && `${relative('.', path.startsWith('file:') ? fileURLToPath(path) : path)}:${line}`;
  return `${place ?? basename(hostsFile)} cannot be read: ${error.message}`;
}

function selectHosts(list: string | undefined): Edition[] {
  if (!list?.trim()) return editions;
  const wanted = list
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  if (!wanted.length)
    throw new UserError(`HOSTS is "${list}" and names no host. Write names with commas between them, or leave it out.`);
  const unknown = wanted.filter((host) => !editions.some((edition) => edition.host === host));
  if (unknown.length) {
    const file = basename(hostsFile);
    throw new UserError(`HOSTS names ${unknown.join(', ')}, which ${file} does not. Correct the name or add the host.`);
  }
  return editions.filter((edition) => wanted.includes(edition.host));
}
