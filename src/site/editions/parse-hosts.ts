import { inspect } from 'node:util';

import type { z } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import { type HostsConfig, type HostsInput, hostsSchema } from './hosts-schema.ts';
import { isKnownLanguage, isLanguageTag, noLanguage } from './language-tag.ts';

/** A mistake in a hosts file: a sentence with host, field, value and hint. */
interface HostsMistake {
  /** Names and places of fields that lead to it. */
  path: PropertyKey[];
  text: string;
}

/** All mistakes of a hosts file. */
export class HostsError extends UserError {
  readonly mistakes: HostsMistake[];

  constructor(file: string, mistakes: HostsMistake[], lineOf?: (mistake: HostsMistake) => number) {
    const lines = mistakes.map((mistake) => `  ${lineOf ? `${file}:${lineOf(mistake)}  ` : ''}${mistake.text}`);
    super(`${file} has ${mistakes.length} mistake(s):\n${lines.join('\n')}\nMore: docs/errors.md#hosts-file`);
    this.mistakes = mistakes;
  }
}

/**
 * Checks a hosts configuration.
 * @param file name of the file, for the message
 * @throws HostsError
 */
export function parseHosts(input: unknown, file: string): HostsConfig {
  const result = hostsSchema.safeParse(input, { reportInput: true });
  const mistakes = [
    ...prototypeFields(input),
    ...(result.error?.issues ?? []).flatMap(describe),
    ...contradictions(input as HostsInput),
  ];
  if (result.success && mistakes.length === 0) return result.data;
  throw new HostsError(file, mistakes);
}

type Issue = z.core.$ZodIssue;

const nouns: Record<string, string> = {
  object: 'fields between { and }',
  record: 'fields between { and }',
  string: 'a text between quotes',
};

function describe(issue: Issue): HostsMistake[] {
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => ({
      ...sentence(issue.path.slice(0, -1), issue.path.at(-1), inner.message),
      path: issue.path,
    }));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      sentence([...issue.path, key], undefined, 'is no known field. Remove it or correct its name'),
    );
  }
  if (issue.path.length === 0)
    return [{ path: [], text: 'it exports no configuration. Write: export default defineHosts({ brands: { … } }).' }];
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [sentence(issue.path, undefined, 'is missing. Add it')];
  const unexpected = issue.code === 'invalid_type' && issue.message.startsWith('Invalid input');
  const message = unexpected
    ? `has a wrong type. Write ${nouns[issue.expected] ?? 'a value of its type'}`
    : issue.message;
  return [sentence(issue.path, issue.input, message)];
}

/**
 * Fields named `__proto__`. A literal makes such a field the prototype of the object, and the schema ignores it as a property: its
 * content would be lost without a message.
 */
function* prototypeFields(value: unknown, path: string[] = [], parents: unknown[] = []): Generator<HostsMistake> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || parents.includes(value)) return;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // Prototypes of classes and of ordinary objects have a constructor.
  if (Object.hasOwn(value, '__proto__') || (prototype && !Object.hasOwn(prototype, 'constructor')))
    yield sentence([...path, '__proto__'], undefined, 'is a reserved name of JavaScript. Choose another name');
  for (const [name, inner] of Object.entries(value))
    if (name !== '__proto__') yield* prototypeFields(inner, [...path, name], [...parents, value]);
}

/** Contradictions between fields. It reads unchecked input, so that its errors are reported together with those of the schema. */
function* contradictions(input: HostsInput): Generator<HostsMistake> {
  const owner = new Map<string, string>();
  if (input?.brands && !Object.keys(input.brands).length)
    yield { path: ['brands'], text: 'it has no brand. Write one between { and } of brands.' };
  for (const [id, brand] of Object.entries(input?.brands ?? {})) {
    const hosts = brand?.hosts ?? {};
    const wrong = (field: string[], value: unknown, message: string): HostsMistake =>
      sentence(['brands', id, ...field], value, message);
    const isOwn = typeof brand?.defaultHost === 'string' && Object.hasOwn(hosts, brand.defaultHost);
    const known = Object.keys(hosts).join(', ');
    if (brand?.defaultHost && !isOwn)
      yield wrong(['defaultHost'], brand.defaultHost, `is no host of the brand. Name one of ${known}`);
    if (isOwn && hosts[brand.defaultHost]?.closed)
      yield wrong(['defaultHost'], brand.defaultHost, 'is closed. Open it or name an open host');
    const languages = Object.values(hosts)
      .flatMap((host): unknown => host?.languages ?? [])
      .filter((tag) => typeof tag === 'string');
    const listed = input?.languages ?? {};
    for (const [name, host] of Object.entries(hosts))
      for (const [place, tag] of (Array.isArray(host?.languages) ? host.languages : []).entries())
        if (typeof tag === 'string' && isLanguageTag(tag) && !isKnownLanguage(tag) && !Object.hasOwn(listed, tag))
          yield wrong(['hosts', name, 'languages', String(place)], tag, noLanguage(tag));
    const unserved = 'has a language that no host serves. Remove it or correct the language';
    for (const [lang, container] of Object.entries(brand?.tagManager ?? {}))
      if (!languages.includes(lang)) yield wrong(['tagManager', lang], container, unserved);
    const source = brand?.sourceLanguage;
    if (
      typeof source === 'string' &&
      isLanguageTag(source) &&
      source !== 'en' &&
      languages.length &&
      !languages.includes(source)
    )
      yield wrong(
        ['sourceLanguage'],
        source,
        `is no language of its hosts. Name one of ${[...new Set(languages)].join(', ')}`,
      );
    for (const name of Object.keys(hosts)) {
      const other = owner.get(name);
      if (other)
        yield wrong(['hosts', name], undefined, `belongs to the brands ${other} and ${id}. Remove it from one of them`);
      owner.set(name, id);
    }
  }
}

/** @example sentence(['brands', 'velvet', 'hosts', 'a.example', 'languages', 0], 'x', 'is …') // 'host a.example, languages.0: "x" is ….' */
function sentence(path: PropertyKey[], value: unknown, message: string): HostsMistake {
  const [top = '', brandId, section, host, ...inHost] = path.map(String);
  const [place, field] =
    top !== 'brands'
      ? [top, path.slice(1).map(String)]
      : section === 'hosts' && host !== undefined
        ? [`host ${host}`, inHost]
        : [`brand ${brandId}`, path.slice(2).map(String)];
  const parts = brandId === undefined ? [top] : [place, field.join('.')];
  const text = `${parts.filter(Boolean).join(', ')}:${value === undefined ? '' : ` ${show(value)}`} ${message}.`;
  return { path, text };
}

/** A value in the syntax of the hosts file, cut to the length of a line. */
function show(value: unknown): string {
  const text = typeof value === 'object' || typeof value === 'string' ? toJson(value) : inspect(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** JSON has neither circular objects nor bigints. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? inspect(value);
  } catch {
    return inspect(value, { breakLength: Infinity });
  }
}
