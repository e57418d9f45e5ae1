import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DESCRIPTION = 'description: "A sentence that is long enough to tell a search engine something."';

const documents: Record<string, string> = {
  home: 'Welcome to {brand} on {domain}. [Rules](/rules#rule-3).',
  rules: Array.from(
    { length: 31 },
    (_, index) => `${index + 1}. **Rule.** Number ${index + 1} of {domain}. {#rule-${index + 1}}`,
  ).join('\n'),
  contacts: 'Write to the administration: [{email}](mailto:{email}).',
  accessibility: 'Report a barrier to [{email}](mailto:{email}).',
  privacy_policy: Array.from({ length: 9 }, (_, index) => `## Section ${index + 1} {#s${index + 1}}\n\nText.`).join(
    '\n\n',
  ),
};

const QA = Array.from(
  { length: 4 },
  (_, index) => `## Group ${index + 1} {#g${index + 1}}\n\n### Why?\n\nBecause <3 & "so".`,
).join('\n\n');

/** Small texts that pass every check, by path below a content folder. */
export function smallTexts(languages: string[]): Record<string, string> {
  const texts = languages.flatMap((lang) =>
    Object.entries(documents).map(([name, body]) => [
      `documents/shared/${lang}/${name}.md`,
      document(`${lang}: ${body}`, name),
    ]),
  );
  return { ...Object.fromEntries(texts), 'documents/shared/en/qa.md': document(QA) };
}

/** A document with a body. */
export function document(body: string, name = ''): string {
  // A list has to start its line.
  const text = name === 'rules' || name === 'privacy_policy' ? body.replace(/^([\w-]+): /, '$1\n\n') : body;
  return `---\n${DESCRIPTION}\nupdated: 2026-01-02\n---\n\n${text}\n`;
}

/** An article with a title and a body. */
export const article = (title: string, body: string, date = '2026-01-02'): string =>
  `---\ntitle: ${title}\n${DESCRIPTION}\ndate: ${date}\n---\n\n${body}\n`;

/** Writes texts below a folder. */
export function writeTexts(folder: string, texts: Record<string, string>): void {
  for (const [path, text] of Object.entries(texts)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
