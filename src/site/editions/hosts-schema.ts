import { z } from 'zod';

import { isHostName, likelyHostName } from './host-name.ts';
import { isLanguageTag, MAX_TAG_LENGTH, noLanguage } from './language-tag.ts';

const hostName = z.string().refine(isHostName, {
  error: ({ input }) => {
    const likely = likelyHostName(String(input));
    const hint = likely ? `"${likely}"` : 'one such as "velvet.example", with an international name in punycode';
    return `is no host name. Write ${hint}`;
  },
});

/** Whether the registry has a language is asked where its facts are known; see `parseHosts`. */
const language = z.string().refine(isLanguageTag, { error: ({ input }) => noLanguage(String(input)) });

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
    .regex(/^[\p{L}\p{M}\p{N}\p{Zs}'’().-]*$/u, { error: 'has characters that no name of a language has. Use letters' })
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
   * For how many days browsers use HTTPS only, once they have seen a page over it. Raise the number once certificates renew
   * themselves: browsers keep a number until it has passed. `includeSubDomains` covers all names below each host, and `preload` agrees to the lists that browsers ship.
   * @see https://hstspreload.org/#deployment-recommendations
   * @default { days: 30 }
   */
  hsts: z
    .strictObject({
      days: z.int({ error: 'is no number of days. Write a whole number, such as 30' }).min(0).max(3650),
      includeSubDomains: z.boolean({ error: 'is neither true nor false' }).default(false),
      preload: z.boolean({ error: 'is neither true nor false' }).default(false),
    })
    .refine(({ days, includeSubDomains, preload }) => !preload || (days >= 365 && includeSubDomains), {
      error: 'preloads too little. Lists of browsers take hosts with includeSubDomains and at least 365 days',
    })
    .default({ days: 30, includeSubDomains: false, preload: false }),
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

/** The hosts file; `parseHosts` checks what its fields say together. */
export const hostsSchema = z.strictObject({
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
export type HostsInput = z.input<typeof hostsSchema>;
/** Checked configuration with its defaults. */
export type HostsConfig = z.output<typeof hostsSchema>;
