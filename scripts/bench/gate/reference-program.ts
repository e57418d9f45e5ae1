// The yardstick of `npm run bench:gate`: the same texts as pages in plain Node, without caches and checks. A busy machine slows it as it slows builds: both have two threads.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isMainThread, threadId, Worker } from 'node:worker_threads';

import { markdownToHtml } from 'satteri';

import { required } from '../../../src/shared/required.ts';

interface Brand {
  name: string;
  email: string;
  hosts: Record<string, { languages: string[] }>;
}

const THREADS = 2;
/** How often each thread writes all pages: once takes too short to be measured well. */
const PASSES = 2;
const OUT = `reference/${threadId}`;
const content = resolve(required(process.env['CONTENT_DIR'], 'CONTENT_DIR'));
const { brands } = (
  (await import(resolve(required(process.env['HOSTS_CONFIG'], 'HOSTS_CONFIG')))) as {
    default: { brands: Record<string, Brand> };
  }
).default;
const sums: string[] = [];

if (isMainThread) {
  rmSync('reference', { recursive: true, force: true });
  await Promise.all(Array.from({ length: THREADS }, () => once(new Worker(new URL(import.meta.url)), 'exit')));
} else {
  for (let pass = 1; pass <= PASSES; pass += 1) for (const brand of Object.values(brands)) writeBrand(brand);
  writeFileSync(join(OUT, 'sums.json'), JSON.stringify(sums));
}

function writeBrand({ name, email, hosts }: Brand): void {
  for (const [host, { languages }] of Object.entries(hosts)) {
    for (const lang of languages) {
      const files = globSync([`documents/shared/${lang}/*.md`, `blog/${host}/${lang}/*.md`], { cwd: content });
      const texts = files.map((file) => ({ id: basename(file, '.md'), ...read(join(content, file)) }));
      const links = texts.map(({ id, title }) => `<li><a href="/${id}">${title}</a></li>`).join('');
      const folder = join(OUT, host, lang);
      mkdirSync(folder, { recursive: true });
      for (const { id, title, description, body } of texts) {
        const html = markdownToHtml(body)
          .html.replaceAll('{domain}', host)
          .replaceAll('{brand}', name)
          .replaceAll('{email}', email);
        const page = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} · ${name}</title>\
<meta name="description" content="${description}"><link rel="canonical" href="https://${host}/${id}"></head>\
<body><header><a href="/">${name}</a></header><main><h1>${title}</h1>${html}</main><footer><ul>${links}</ul></footer></body></html>\n`;
        writeFileSync(join(folder, `${id}.html`), page);
        sums.push(hash('sha256', page));
      }
    }
  }
}

function read(file: string): { title: string; description: string; body: string } {
  const [, head = '', body = ''] = readFileSync(file, 'utf8').split(/^---\n/m);
  const valueOf = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  return { title: valueOf('title') || basename(file, '.md'), description: valueOf('description'), body };
}
