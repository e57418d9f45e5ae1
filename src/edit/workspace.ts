import { relative } from 'node:path';

import { type Output, outputOf } from '../output/folders.ts';
import { today } from '../shared/today.ts';
import type { Site } from '../site/editions/editions.ts';
import { translationsDir } from '../site/i18n/translation-file.ts';
import { openSite, readSiteOptions, renewed } from '../site/open-site.ts';

/** Where the files of the editor lie, from the working directory. */
export interface Folders {
  content: string;
  translations: string;
  /** Journal and settings. */
  cache: string;
}

/** A site that is edited. What editing remembers of its texts hangs on it. */
export class Workspace {
  /** The variables of the editor, which its builds and deployments get, too. */
  readonly env: NodeJS.ProcessEnv;
  /** Where its builds lie. */
  readonly output: Output;
  readonly folders: Folders;
  #site: Site;
  #isOutdated = false;

  /** @param folders by default those of the site */
  constructor(env: NodeJS.ProcessEnv, site: Site, folders?: Folders) {
    this.env = env;
    this.output = outputOf(site.root);
    this.#site = site;
    this.folders = folders ?? {
      content: relative('.', site.contentDir),
      translations: translationsDir(site.folder),
      cache: `${this.output.cache}/edit`,
    };
  }

  /** @throws UserError where the hosts file has mistakes */
  static async open(env: NodeJS.ProcessEnv): Promise<Workspace> {
    return new Workspace(env, await openSite(readSiteOptions(env)));
  }

  /** The site as a request began to read it. It shows drafts. */
  get site(): Site {
    return this.#site;
  }

  /** Languages by scope: each brand and host, and `shared`, which has those of all. */
  get scopes(): Map<string, string[]> {
    const pairs = this.#site.editions.flatMap(({ brand, host, lang }) =>
      ['shared', brand.id, host].map((scope) => ({ scope, lang })),
    );
    const byScope = Map.groupBy(pairs, ({ scope }) => scope);
    return new Map([...byScope].map(([scope, found]) => [scope, [...new Set(found.map(({ lang }) => lang))]]));
  }

  /** Notes that texts have changed: the next request reads them again. */
  noteChange(): void {
    this.#isOutdated = true;
  }

  /** Reads texts again that have changed since. */
  refresh(): void {
    const day = today(this.env);
    if (this.#isOutdated || this.#site.day !== day) this.#site = renewed(this.#site, day);
    this.#isOutdated = false;
  }
}
