import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { copyCompiledProject, type Project } from '../runnable-project-copy.ts';
import { smallTexts, writeTexts } from '../site/small-content.ts';
import { LOOK } from '../site/two-looks.ts';

/** Languages of the small site, the original first. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pl', 'pt', 'ru', 'uk'];

/** Settings of the small site. */
export const SMALL_SITE = { HOSTS_CONFIG: 'hosts.ts', CONTENT_DIR: 'texts' };

const hosts = (languages: string[]) => ({
  brands: {
    plain: {
      name: 'Plain',
      email: 'hello@plain.example',
      look: LOOK,
      securityTxtExpires: '2027-10-31',
      defaultHost: 'plain.example',
      hosts: { 'plain.example': { languages } },
    },
  },
});

/** A project with a host in eight languages, or some of them, whose translations are all accepted. */
export async function makeSmallSite(languages = LANGUAGES): Promise<Project> {
  const project = copyCompiledProject();
  writeTexts(join(project.dir, 'texts'), smallTexts(languages));
  writeFileSync(join(project.dir, 'hosts.ts'), `export default ${JSON.stringify(hosts(languages))};\n`);
  await project.run('content-check', SMALL_SITE, ['--accept', 'all']);
  return project;
}

/** Path of a shared document of the small site. */
export const documentPath = (project: Project, lang: string, name: string): string =>
  join(project.dir, 'texts/documents/shared', lang, `${name}.md`);
