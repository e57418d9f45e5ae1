import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';

import type { ApiAnswer } from './strict-api.ts';

/** Answers a visitor as Netlify does: files go before redirects, and `/rules` is `rules.html`. @param files content by path */
export async function answerVisitor(files: Map<string, Buffer>, path: string): Promise<ApiAnswer> {
  const { headers, redirects } = await parseRules(files);
  const matching = headers.filter(({ forRegExp }) => forRegExp.test(path));
  const sent = Object.assign({}, ...matching.map(({ values }) => values)) as Record<string, string>;
  const found = [path, `${path}.html`, `${path}index.html`].find(
    (file) => files.has(file) && !/^\/_(headers|redirects)$/.test(file),
  );
  if (found) return { status: 200, body: files.get(found)!, headers: sent };
  const redirect = redirects.find(({ from }) => new RegExp(`^${from.replace('*', '.*')}$`).test(path));
  if (!redirect) return { status: 404, body: files.get('/404.html') ?? '' };
  if (redirect.status === 404) return { status: 404, body: files.get(redirect.to) ?? '', headers: sent };
  return { status: redirect.status, body: '', headers: { ...sent, Location: redirect.to } };
}

/** Reads `_headers` and `_redirects` with Netlify's own parsers. */
async function parseRules(files: Map<string, Buffer>) {
  const folder = mkdtempSync(join(tmpdir(), 'netlify-'));
  const [headersFile, redirectsFile] = ['_headers', '_redirects'].map((name) => {
    writeFileSync(join(folder, name), files.get(`/${name}`) ?? '');
    return join(folder, name);
  });
  const { headers } = await parseAllHeaders({ headersFiles: [headersFile!], configHeaders: undefined, minimal: false });
  const { redirects } = await parseAllRedirects({
    redirectsFiles: [redirectsFile!],
    configRedirects: [],
    minimal: true,
  });
  rmSync(folder, { recursive: true });
  return { headers: headers as Header[], redirects: redirects as { from: string; to: string; status: number }[] };
}
