import { required } from '../../shared/required.ts';
import { availableDictionary } from '../compression-dictionaries.ts';
import { isText } from '../content-encodings.ts';
import { contentTypes } from '../content-types.ts';
import { joinPolicies, policyOf } from '../former-csp.ts';
import type { Manifest } from '../manifest.ts';
import { headersFor, HSTS } from '../match-headers.ts';
import { keySeparator, type SurrogateHeader } from '../surrogate-keys.ts';

/** Where the service listens, unless told otherwise: it answers requests below `/api/`. */
export const SERVICE = '127.0.0.1:4321';

/** What a browser without JavaScript shows where the server refuses a form itself. Scripts go by the status. */
export const REFUSALS = {
  tooLong: 'This text is too long. Please go back and shorten it.',
  unreachable: 'The service cannot be reached right now. Please go back and send the form again in a minute.',
  missing: 'The pages of this site cannot be read right now. Please try again in a minute.',
};

/** Headers that are the same on every file. */
export const COMMON_HEADERS = ['X-Content-Type-Options', 'Referrer-Policy', 'Cross-Origin-Resource-Policy'];

/** Headers of documents whose value is the same for all of them. */
export const ONLY_OF_DOCUMENTS = ['Cross-Origin-Opener-Policy', 'Speculation-Rules'];

/** Facts of a site that the configurations of servers state. */
export function serverFacts(manifest: Manifest) {
  const languages = languagesByHost(manifest);
  const first = required(manifest.editions[0], 'first edition');
  const header: HeaderOf = (path, name) => required(headersFor(first.headers, path)[name], `${name} of ${path}`);
  return {
    /** Each host with its languages. */
    hosts: [...languages],
    /** The lists of languages that hosts choose from. */
    lists: [...new Set(languages.values())].filter((list) => list.includes(' ')),
    hsts: hostsByHsts(manifest),
    policies: policies(manifest),
    surrogateHeaders: surrogateHeaders(manifest),
    dictionaries: dictionaries(manifest),
    /** Whether text files of editions lie there compressed too, which a build may leave out. */
    isCompressed: 'index.html.br' in first.files,
    /** A header of the first edition. Those that the configurations take from here are the same in all editions. */
    header,
  };
}

export type ServerFacts = ReturnType<typeof serverFacts>;

/** The value of a header of a path. */
export type HeaderOf = (path: string, name: string) => string;

/** Endings of files that lie there compressed too. */
export const textEndings = Object.keys(contentTypes).filter((ending) => isText(`x.${ending}`));

/** The languages of each host in one string, its default first: `en ru uk`. */
function languagesByHost({ editions }: Manifest): Map<string, string> {
  const hosts = Map.groupBy(editions, ({ host }) => host);
  return new Map(
    [...hosts].map(([host, onHost]) => [
      host,
      onHost
        .toSorted((a, b) => Number(b.default) - Number(a.default))
        .map(({ lang }) => lang)
        .join(' '),
    ]),
  );
}

/** Values of Strict-Transport-Security, each with the hosts that have it. */
const hostsByHsts = ({ editions }: Manifest): [value: string, hosts: string[]][] =>
  [...Map.groupBy(editions, ({ headers }) => required(headersFor(headers, '/')[HSTS], HSTS))].map(([value, having]) => [
    value,
    [...new Set(having.map(({ host }) => host))],
  ]);

/** Content security policies, each with the roots of the editions that have it. */
const policies = ({ editions, former }: Manifest): [policy: string, roots: string[]][] =>
  [...Map.groupBy(editions, (edition) => joinPolicies(policyOf(edition), former[edition.root]))].map(
    ([policy, having]) => [policy, having.map(({ root }) => root)],
  );

/** Compression dictionaries, each with the roots of the editions that have it. */
const dictionaries = ({ editions }: Manifest): Dictionary[] =>
  [...Map.groupBy(editions, availableDictionary)].flatMap(([available, having]) => {
    const [first] = having;
    if (!available || !first) return [];
    const link = required(headersFor(first.headers, '/')['Link'], 'link to a dictionary');
    return [{ available, link, roots: having.map(({ root }) => root) }];
  });

export interface Dictionary {
  /** Value of Available-Dictionary. */
  available: string;
  /** Value of Link. */
  link: string;
  roots: string[];
}

/** Headers with surrogate keys, each with the hosts whose brand asks for it. */
const surrogateHeaders = ({ editions }: Manifest): { header: SurrogateHeader; separator: string; hosts: string[] }[] =>
  [...Map.groupBy(editions, ({ surrogateKeys }) => surrogateKeys)].flatMap(([header, having]) =>
    header ? [{ header, separator: keySeparator(header), hosts: [...new Set(having.map(({ host }) => host))] }] : [],
  );
