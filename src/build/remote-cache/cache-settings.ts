import { UserError } from '../../shared/user-error.ts';

/** Where builds keep their last results for other machines. */
export interface CacheSettings {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  /** Undefined for AWS. */
  endpoint: string | undefined;
  /** Signs what a build stores. */
  key: string;
}

/** A shorter key can be guessed from what it has signed. */
const MIN_KEY_LENGTH = 32;

/**
 * Reads `CACHE_URL`, such as `s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example`, and `CACHE_KEY`.
 * @throws UserError that lists everything that is wrong with them
 */
export function readCacheSettings({ CACHE_URL = '', CACHE_KEY = '' }: NodeJS.ProcessEnv): CacheSettings {
  const url = URL.parse(CACHE_URL);
  const parameters = new Map(url?.searchParams);
  const [region = 'us-east-1', endpoint] = [parameters.get('region'), parameters.get('endpoint')];
  const unknown = [...parameters.keys()].filter((name) => name !== 'region' && name !== 'endpoint');
  const isUrl = url?.protocol === 's3:' && url.hostname && !url.username && !url.password;
  const errors = [
    ...(isUrl ? [] : ['CACHE_URL is no address of a bucket. Write s3://bucket/prefix, with ?region= and &endpoint=.']),
    ...unknown.map((name) => `CACHE_URL has the parameter "${name}". Only region and endpoint are known.`),
    ...(endpoint === undefined || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
      ? []
      : ['The endpoint of CACHE_URL is no address. Write https://s3.example.']),
    ...(CACHE_KEY.length < MIN_KEY_LENGTH
      ? [
          `CACHE_KEY is ${CACHE_KEY ? 'short' : 'missing'}. Write at least ${MIN_KEY_LENGTH} characters: openssl rand -hex 32`,
        ]
      : []),
  ];
  if (errors.length) throw new UserError(errors.join('\n'));
  const prefix = url!.pathname.replaceAll(/^\/+|\/+$/g, '');
  return { bucket: url!.hostname, prefix: prefix && `${prefix}/`, region, endpoint, key: CACHE_KEY };
}
