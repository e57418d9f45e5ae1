import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

import GithubSlugger from 'github-slugger';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Every file of the project by its path. */
const files = globSync(['*', '{deploy,docs,scripts,src,tests}/**/*']).map((file) => `/${file.replaceAll('\\', '/')}`);

/** A source file: its path from the root, the end of that path, or its name. */
const CODE_FILE = /\w[\w@.-]*(?:\/[\w@.[\]-]+)*\.(?:tsx?|astro|css|mjs|cjs)\b/g;
/** A folder: its path from the root. `src/content/` is excluded: examples name texts that do not exist yet. */
const FOLDER = /(?<=[\s`])(?:deploy|docs|scripts|src|tests)\/(?!content\/)[\w@/[\]-]*(?=[\s`])/g;
const NPM_SCRIPT = /\bnpm (?:run (?<script>[\w:-]+)|(?<short>test|start)\b)/g;
const LINK = /\]\((?<target>[^)\s]+)\)/g;

/**
 * Files, folders, npm scripts and link targets that a page of documentation names and the project does not have.
 * @param page path from the root of the project
 */
export function brokenReferences(page: string, markdown = readFileSync(page, 'utf8')): string[] {
  const named = [...(markdown.match(CODE_FILE) ?? [])].filter(
    (name) => !files.some((file) => file.endsWith(`/${name}`)),
  );
  const folders = [...(markdown.match(FOLDER) ?? [])].filter((folder) => !existsSync(folder));
  const commands = [...markdown.matchAll(NPM_SCRIPT)]
    .map(({ groups }) => groups!.script ?? groups!.short!)
    .filter((script) => !(script in scripts))
    .map((script) => `npm run ${script}`);
  const links = [...withoutCode(markdown).matchAll(LINK)]
    .map(({ groups }) => groups!.target!)
    .filter((target) => !isThere(page, markdown, target));
  return [...named, ...folders, ...commands, ...links];
}

function isThere(page: string, markdown: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path ? normalize(join(dirname(page), path)) : page;
  // Other websites, and pages of GitHub outside the repository, such as its releases.
  if (path.startsWith('https:') || file.startsWith('..')) return true;
  if (path && !existsSync(file)) return false;
  return anchor === undefined || anchors(path ? readFileSync(file, 'utf8') : markdown).includes(anchor);
}

/** Anchors of headings, as GitHub generates them. */
function anchors(markdown: string): string[] {
  const slugger = new GithubSlugger();
  const headings = markdown.replaceAll(/^\s*```.*?^\s*```/gms, '').matchAll(/^#+ (?<text>.*)$/gm);
  return [...headings].map(({ groups }) => slugger.slug(groups!.text!));
}

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^\s*```.*?^\s*```/gms, '').replaceAll(/`[^`]*`/g, '');
