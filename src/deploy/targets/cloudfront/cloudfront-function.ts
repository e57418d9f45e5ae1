import type { HeaderRule } from '../../../output/match-headers.ts';
import type { FunctionFacts } from './function-code.ts';
import type { FunctionEvent, FunctionHeaders, FunctionRequest, FunctionResponse } from './function-event.ts';

// The code of a CloudFront Function, as `function-code.ts` sends it. The JavaScript of its runtime 2.0 has no destructuring, no spread, no
// `for…of`, no default parameters and no `?.`; `await` stands alone on the right of an assignment.

declare const cf: { kvs(): { get(key: string): Promise<string> } };
declare const crypto: { createHash(algorithm: string): Digest };
declare const FACTS: FunctionFacts;

/** Chooses the file of a request; gives the answer its headers. Both parts of an answer are of the same generation. */
export async function handler(event: FunctionEvent): Promise<FunctionRequest | FunctionResponse> {
  const request = event.request;
  if (event.context.eventType === 'viewer-response') {
    const answered = await finish(request, event.response!);
    return answered;
  }
  const generation = await read(FACTS.pointer);
  if (generation === undefined) return refuse(503, 'Try again.', { 'cache-control': { value: 'no-store' } });
  const answer = await resolve(request, request.uri, generation);
  if (answer.file === undefined) return answer.response;
  request.headers[FACTS.note] = { value: generation + ' ' + request.uri };
  request.uri = FACTS.folder + answer.file;
  return request;
}

/** Adds the headers of the path that the visitor has asked for. */
async function finish(request: FunctionRequest, response: FunctionResponse): Promise<FunctionResponse> {
  let generation: string | undefined;
  let uri = request.uri;
  if (uri.indexOf(FACTS.folder) === 0) {
    const note = request.headers[FACTS.note]!.value;
    generation = note.slice(0, note.indexOf(' '));
    uri = note.slice(generation.length + 1);
  } else {
    generation = await read(FACTS.pointer);
  }
  const answer = await resolve(request, uri, generation!);
  for (const name in response.headers) {
    if (name.indexOf('x-amz-') === 0 || name === 'last-modified') delete response.headers[name];
  }
  for (const name in answer.response.headers) response.headers[name] = answer.response.headers[name]!;
  if (answer.response.cookies) response.cookies = answer.response.cookies;
  return response;
}

/** The file of a request, and the headers of its answer; without a file, the whole answer. */
async function resolve(request: FunctionRequest, uri: string, generation: string): Promise<Answer> {
  const host = hostOf(request);
  const onHost = await lookup(host, generation);
  if (onHost === undefined) return { response: refuse(421, 'No site is served for the host "' + host + '".', {}) };
  // Such as `- en=AbC:2` or, with several languages, `xYz:1 en=AbC:2 de=AbC:2`.
  const words = onHost.split(' ');
  const langs: string[] = [];
  const rulesOf: { [lang: string]: string } = {};
  for (let at = 1; at < words.length; at += 1) {
    const parts = words[at]!.split('=');
    langs.push(parts[0]!);
    rulesOf[parts[0]!] = parts[1]!;
  }
  const path = pathOf(uri);
  if (path === undefined) return { response: refuse(400, 'The path is not valid.', {}) };
  const asked = languageInQuery(request, langs);
  let lang = asked;
  if (lang === undefined && langs.length > 1) {
    lang = languageInCookie(request, langs);
    if (lang === undefined) lang = await languageOf(request, words[0]!, generation);
  }
  if (lang === undefined) lang = langs[0]!;
  const rulesText = await readText(rulesOf[lang]!, generation);
  const rules = JSON.parse(rulesText);
  const home = refuse(302, '', headersFor(rules, '/'));
  if (langs.length > 1) home.headers['vary'] = { value: FACTS.languageHeaders };
  if (langs.length > 1 && asked !== undefined)
    home.cookies = { lang: { value: asked, attributes: FACTS.cookieAttributes } };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    home.headers['allow'] = { value: 'GET, HEAD' };
    return { response: withText(home, 405, 'Only GET and HEAD.') };
  }
  const name = fileFor(path);
  const isAsset = path.indexOf('/_astro/') === 0;
  let entry = await lookup(isAsset ? name : owner(path, lang, langs, host) + name, generation);
  // After a way back, pages of the newer generation that are open ask for their own assets.
  const newer = generation.split('.')[1];
  if (entry === undefined && isAsset && newer !== undefined) entry = await lookup(name, newer);
  if (entry === undefined || name === '') {
    if (isAsset) return { response: withText(home, 404, 'Not found.') };
    const page = pagePath(path);
    const pageFile = fileFor(page);
    let isPage: string | undefined;
    if (page !== path && pageFile.endsWith('.html'))
      isPage = await lookup(owner(page, lang, langs, host) + pageFile, generation);
    if (isPage !== undefined) home.statusCode = 301;
    home.headers['location'] = { value: isPage === undefined ? '/' : page + queryOf(request) };
    return { response: home };
  }
  const isCompressed = entry.charAt(entry.length - 1) === '*';
  const found = { statusCode: 200, headers: headersFor(rules, path), cookies: home.cookies } as FunctionResponse;
  const vary: string[] = [];
  if (isCompressed) vary.push('Accept-Encoding');
  if (langs.length > 1) vary.push(FACTS.languageHeaders);
  if (vary.length) found.headers['vary'] = { value: vary.join(', ') };
  if (!isCompressed) return { response: found, file: entry };
  return { response: found, file: entry.slice(0, -1) + endingFor(headerOf(request, 'accept-encoding')) };
}

/** The value of a name in a generation. A value has a line for each generation that changed it, the newest first. */
async function lookup(name: string, generation: string): Promise<string | undefined> {
  const key = crypto.createHash('sha256').update(name).digest('base64url').slice(0, FACTS.keyLength);
  const text = await read(key);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const end = line.indexOf(' ');
    if (parseInt(line.slice(0, end), 36) <= parseInt(generation, 36))
      return end + 1 < line.length ? line.slice(end + 1) : undefined;
  }
  return undefined;
}

/** A text in several values, such as `AbC:2`. */
async function readText(reference: string, generation: string): Promise<string> {
  const parts = reference.split(':');
  let text = '';
  for (let at = 0; at < Number(parts[1]); at += 1) {
    const part = await lookup(parts[0]! + ' ' + at, generation);
    text += part;
  }
  return text;
}

async function read(key: string): Promise<string | undefined> {
  try {
    const value = await cf.kvs().get(key);
    return value;
    // oxlint-disable-next-line no-unused-vars -- the runtime knows no `catch` without a name
  } catch (missing) {
    // There is no such key.
    return undefined;
  }
}

async function languageOf(
  request: FunctionRequest,
  reference: string,
  generation: string,
): Promise<string | undefined> {
  const text = await readText(reference, generation);
  const patterns = JSON.parse(text);
  const match = new RegExp(patterns.acceptLanguage, 'i').exec(headerOf(request, 'accept-language'));
  if (!match) return undefined;
  for (let at = 0; at < patterns.ranges.length; at += 1) {
    if (new RegExp(patterns.ranges[at][0], 'i').test(match[1]!)) return patterns.ranges[at][1];
  }
  return undefined;
}

function languageInQuery(request: FunctionRequest, langs: string[]): string | undefined {
  const asked = request.querystring['lang'];
  if (!asked) return undefined;
  const values = asked.multiValue ? asked.multiValue : [asked];
  for (let at = 0; at < values.length; at += 1) {
    if (langs.indexOf(values[at]!.value) >= 0) return values[at]!.value;
  }
  return undefined;
}

function languageInCookie(request: FunctionRequest, langs: string[]): string | undefined {
  const cookie = request.cookies['lang'];
  return cookie && langs.indexOf(cookie.value) >= 0 ? cookie.value : undefined;
}

/** @returns undefined where the path is malformed */
function pathOf(uri: string): string | undefined {
  if (new RegExp(FACTS.invalid, 'i').test(uri) || /%(?![0-9a-f]{2})/i.test(uri)) return undefined;
  return uri.replace(/%(..)/g, function (_, hex) {
    return String.fromCharCode(parseInt(hex, 16));
  });
}

/** `/rules` is `rules.html`. Pages are not served under their file name. */
function fileFor(path: string): string {
  if (path === '/') return 'index.html';
  const name = path.slice(1);
  if (/\.(html|br|gz|dcz)$/.test(name) || name === 'index' || name === '404') return '';
  return /\.[a-z0-9]+$/.test(name) ? name : name + '.html';
}

/** The path of the page that a path means. */
function pagePath(path: string): string {
  const match = new RegExp(FACTS.trailingSlash).exec(path);
  const page = match ? match[1]! : path;
  return Object.prototype.hasOwnProperty.call(FACTS.aliases, page) ? FACTS.aliases[page]! : page;
}

function queryOf(request: FunctionRequest): string {
  const parts: string[] = [];
  for (const name in request.querystring) {
    const asked = request.querystring[name]!;
    const values = asked.multiValue ? asked.multiValue : [asked];
    for (let at = 0; at < values.length; at += 1) parts.push(name + '=' + values[at]!.value);
  }
  return parts.length ? '?' + parts.join('&') : '';
}

/** Start of the names of the edition whose file is sent. */
function owner(path: string, lang: string, langs: string[], host: string): string {
  if (new RegExp(FACTS.hostPaths).test(path)) return host + '/' + langs[0] + '/';
  const match = new RegExp(FACTS.translationPaths).exec(path);
  return host + '/' + (match && langs.indexOf(match[1]!) >= 0 ? match[1] : lang) + '/';
}

function headersFor(rules: HeaderRule[], path: string): FunctionHeaders {
  const headers: FunctionHeaders = {};
  const isDocument = !new RegExp(FACTS.noDocument).test(path);
  for (let at = 0; at < rules.length; at += 1) {
    const pattern = rules[at]!.path;
    const isPrefix = pattern.charAt(pattern.length - 1) === '*';
    if (isPrefix ? path.indexOf(pattern.slice(0, -1)) === 0 : path === pattern) {
      for (const name in rules[at]!.headers) {
        if (isDocument || FACTS.documentHeaders.indexOf(name) < 0)
          headers[name.toLowerCase()] = { value: rules[at]!.headers[name]! };
      }
    }
  }
  return headers;
}

function endingFor(acceptEncoding: string): string {
  for (let at = 0; at < FACTS.endings.length; at += 1) {
    if (new RegExp(FACTS.endings[at]![0], 'i').test(acceptEncoding)) return FACTS.endings[at]![1];
  }
  return '';
}

function hostOf(request: FunctionRequest): string {
  return headerOf(request, 'host').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

function headerOf(request: FunctionRequest, name: string): string {
  return request.headers[name] ? request.headers[name]!.value : '';
}

function refuse(status: number, text: string, known: FunctionHeaders): FunctionResponse {
  return withText({ statusCode: status, headers: known }, status, text);
}

function withText(response: FunctionResponse, status: number, text: string): FunctionResponse {
  response.statusCode = status;
  if (!text) return response;
  response.headers['content-type'] = { value: 'text/plain; charset=utf-8' };
  response.body = { encoding: 'text', data: text + '\n' };
  return response;
}

interface Answer {
  response: FunctionResponse;
  /** Below the folder of files. */
  file?: string;
}

interface Digest {
  update(text: string): Digest;
  digest(encoding: 'base64url'): string;
}
