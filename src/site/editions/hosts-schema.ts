import { inspect } from 'node:util';

import { z } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import { isHostName, likelyHostName } from './host-name.ts';
import { isKnownLanguage, isLanguageTag, likelyTag, MAX_TAG_LENGTH } from './language-tag.ts';

const hostName = z.string().refine(isHostName, {
  error: ({ input }) => {
    const likely = likelyHostName(String(input));
    const hint = likely ? `"${likely}"` : 'one such as "velvet.example", with an international name in punycode';
    return `is no host name. Write ${hint}`;
  },
});

/** Whether the registry has a language is asked where its facts are known; see {@link contradictions}. */
const language = z.string().refine(isLanguageTag, { error: ({ input }) => noLanguage(String(input)) });

function noLanguage(tag: string): string {
  const likely = likelyTag(tag);
  const hint = likely ? `"${likely}", if you mean that` : 'a tag of BCP 47, such as "en", "ru" or "pt-BR"';
  return `is no language. Write ${hint}`;
}

const languageFactsSchema = z.strictObject({
  /**
   * Its name in itself, for menus.
   * @default the name that Intl has, else the English one
   */
  name: z
    .string({ error: 'is no name. Write that of the language in itself, such as "Qırımtatarca"' })
    .trim()
    .min(1, { error: 'is empty. Write the name of the language in itself' })
    .max(60, { error: 'is too long for a menu. Write at most 60 characters' })
    .optional(),
  /** @default that of its script */
  direction: z.enum(['ltr', 'rtl'], { error: 'is no direction. Write "ltr" or "rtl"' }).optional(),
  /**
   * Language whose dates, numbers and plural forms it has.
   * @default its own, or that of its script and country
   */
  formats: z
    .string()
    .refine((tag) => isLanguageTag(tag) && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0, {
      error: 'is no language whose formats Intl has. Write one such as "tr"',
    })
    .optional(),
});

const identifier = (error: string, maxLength = 63) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, { error })
    .max(maxLength, { error: `is too long. Write at most ${maxLength} characters` });

/** The id of a room is `<language>.<topic>`, at most 64 characters (`src/contract/chat/chat-schemas.ts`). */
const MAX_TOPIC_LENGTH = 64 - MAX_TAG_LENGTH - 1;

const hostSchema = z.strictObject({
  /** Languages the host serves, the first being its default. A single language makes the host dedicated to it. */
  languages: z
    .array(language, { error: 'is not a list of languages. Write a list such as ["en"]' })
    .min(1, { error: 'is empty. Name at least one language, such as ["en"]' })
    .refine((tags) => new Set(tags).size === tags.length, {
      error: 'names a language twice. Remove the second one',
      when: ({ value }) => Array.isArray(value),
    }),
  /**
   * Shows only the closing notice on `/`; the other pages stay, and no search engine is sent here.
   * @default false
   */
  closed: z.boolean({ error: 'is neither true nor false' }).default(false),
});

const brandSchema = z.strictObject({
  /** The name that visitors read. Fills `{brand}` in texts. */
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*((\. | & |[ .’'&-])[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*\.?$/u, {
      error:
        'is no name. Write what visitors read, in letters and digits, with single spaces, full stops, hyphens, & or apostrophes between them',
    })
    .max(60, { error: 'is too long for a title. Write at most 60 characters' }),
  /** Address of the administration. Fills `{email}` in texts and the contact of security.txt. */
  email: z
    .email({ error: 'is no e-mail address. Write one such as "hello@velvet.example"' })
    .regex(/^[^']*$/, { error: 'has an apostrophe. Write an address without one' }),
  /** Colours, icon and background art: a folder of `src/themes/looks/`. */
  look: identifier('is no name of a look. Write a folder name of src/themes/looks/'),
  /** Day after which security.txt is stale (RFC 9116, section 2.5.5): `YYYY-MM-DD`, at most a year ahead. */
  securityTxtExpires: z.iso.date({ error: 'is no date. Write it as "2027-10-31"' }),
  /**
   * Containers of Google Tag Manager by language, such as `{ en: 'GTM-ABC123' }`. Only in these languages visitors are asked
   * whether their visits may be counted.
   * @default {}
   */
  tagManager: z
    .record(
      language,
      z.string().regex(/^GTM-[A-Z0-9]{4,12}$/, {
        error: 'is no container id. Copy it from Tag Manager, such as "GTM-ABC123"',
      }),
      { error: "is not a list of containers. Write { en: 'GTM-ABC123' }" },
    )
    .default({}),
  /**
   * Public rooms of the chat, which every language has for itself; the word of a room's name is `topics.<topic>`.
   * @default ['lounge', 'flirting', 'evening', 'music', 'travel']
   */
  topics: z
    .array(
      identifier('is no topic. Use lower-case letters, digits and hyphens, and a letter first', MAX_TOPIC_LENGTH),
      { error: 'is not a list of topics. Write a list such as ["lounge"]' },
    )
    .refine((topics) => new Set(topics).size === topics.length, {
      error: 'names a topic twice. Remove the second one',
      when: ({ value }) => Array.isArray(value),
    })
    .default(['lounge', 'flirting', 'evening', 'music', 'travel']),
  /**
   * The page that the quick exit opens: an empty page, or a page that raises no questions, such as a weather report. The other site learns only
   * the network address of the visitor: no referrer is sent.
   * @default 'about:blank'
   */
  exitTo: z
    .string()
    .refine((url) => url === 'about:blank' || URL.parse(url)?.protocol === 'https:', {
      error: 'is no address to leave to. Write "about:blank" or one such as "https://weather.example/"',
    })
    .default('about:blank'),
  /**
   * Header in which each answer names its edition, its URL and its text, so that a CDN in front of nginx, Caddy or `npm start` can purge by
   * them: `Cache-Tag` (Cloudflare) or `Surrogate-Key` (Fastly, Varnish).
   * @default none
   */
  surrogateKeys: z
    .enum(['Cache-Tag', 'Surrogate-Key'], {
      error: 'is no header that a CDN reads. Write "Cache-Tag" or "Surrogate-Key", or leave it out',
    })
    .optional(),
  /**
   * Language that the brand's texts are written in first: translations are checked against it, and it stands in where a note or a former text
   * lacks a language. Words and texts of all brands have the source language that all brands have, else English.
   * @default 'en'
   */
  sourceLanguage: language.default('en'),
  /** The brand's main host. Its first language is canonical, and it serves languages without a dedicated host. */
  defaultHost: z.string(),
  /**
   * Adds an `x-default` alternate that points to the default host.
   * @default false
   */
  xDefault: z.boolean({ error: 'is neither true nor false' }).default(false),
  /** The hosts by name. */
  hosts: z.record(hostName, hostSchema, {
    error: 'is not a list of hosts. Write { "velvet.example": { languages: ["en"] } }',
  }),
});

const NO_BRAND_ID = 'is no brand id. Use lower-case letters, digits and hyphens, and any word but "shared"';

const schema = z.strictObject({
  /**
   * Facts of languages that Intl lacks, or that differ from its own. A language that is named here need not be in the registry.
   * @default {}
   */
  languages: z
    .record(language, languageFactsSchema, {
      error: "is not a list of languages. Write { crh: { name: 'Qırımtatarca', formats: 'tr' } }",
    })
    .default({}),
  brands: z.record(
    identifier(NO_BRAND_ID).refine((id) => id !== 'shared', { error: NO_BRAND_ID }),
    brandSchema,
  ),
});

/** Input of `hosts.config.ts`. */
export type HostsInput = z.input<typeof schema>;
/** Checked configuration with its defaults. */
export type HostsConfig = z.output<typeof schema>;

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
    super(`${file} has ${mistakes.length} mistake(s):\n${lines.join('\n')}`);
    this.mistakes = mistakes;
  }
}

/**
 * Checks a hosts configuration.
 * @param file name of the file, for the message
 * @throws HostsError
 */
export function parseHosts(input: unknown, file: string): HostsConfig {
  const result = schema.safeParse(input, { reportInput: true });
  const mistakes = [
    ...(result.error?.issues ?? []).flatMap(describe),
    ...prototypeFields(input),
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
    const languages = Object.values(hosts).flatMap((host) => host?.languages ?? []);
    const listed = input?.languages ?? {};
    for (const [name, host] of Object.entries(hosts))
      for (const [place, tag] of (Array.isArray(host?.languages) ? host.languages : []).entries())
        if (typeof tag === 'string' && isLanguageTag(tag) && !isKnownLanguage(tag) && !Object.hasOwn(listed, tag))
          yield wrong(['hosts', name, 'languages', String(place)], tag, noLanguage(tag));
    const unserved = 'has a language that no host serves. Remove it or correct the language';
    for (const [lang, container] of Object.entries(brand?.tagManager ?? {}))
      if (!languages.includes(lang)) yield wrong(['tagManager', lang], container, unserved);
    const source = brand?.sourceLanguage;
    if (typeof source === 'string' && source !== 'en' && languages.length && !languages.includes(source))
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
