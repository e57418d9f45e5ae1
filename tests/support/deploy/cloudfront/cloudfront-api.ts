import { createHash, createHmac, randomUUID } from 'node:crypto';

import { load } from 'cheerio';

import { type ApiAnswer, type ApiCall, startStrictApi, type StrictApi } from '../strict-api.ts';

export const DISTRIBUTION = 'E2QWRUHAPOMQZL';
export const ACCESS_KEY = 'AKIAEXAMPLE';
export const SECRET_KEY = 'a-secret-that-no-message-shows';

export interface CloudFrontApi extends StrictApi {
  /** Paths of each invalidation, in order. */
  invalidated: string[][];
  /** Invalidations of others that are in progress; each refused call ends one. */
  inProgress: number;
  /** How often an invalidation is asked for before it has ended. */
  asksUntilEnded: number;
}

interface Invalidation {
  id: string;
  reference: string;
  paths: string[];
  asksLeft: number;
}

const PATHS_IN_PROGRESS_MAX = 3000;
const WILDCARDS_IN_PROGRESS_MAX = 15;

/**
 * `POST` and `GET /2020-05-31/distribution/{id}/invalidation`: checks signatures, lists, the limits of what is in progress and references.
 * @see https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html
 */
export async function startCloudFrontApi(): Promise<CloudFrontApi> {
  const all: Invalidation[] = [];
  const folder = `/2020-05-31/distribution/${DISTRIBUTION}/invalidation`;
  const api: CloudFrontApi = Object.assign(
    await startStrictApi((call) => {
      if (!isSigned(call))
        return refuse(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
      if (call.url.pathname === folder && call.method === 'POST') return create(call);
      const [, id] = new RegExp(`^${folder}/(\\w+)$`).exec(call.url.pathname) ?? [];
      const found = call.method === 'GET' && all.find((each) => each.id === id);
      if (!found) return refuse(404, 'NoSuchDistribution', 'The specified distribution does not exist.');
      found.asksLeft -= 1;
      return describe(found, 200);
    }),
    { invalidated: [] as string[][], inProgress: 0, asksUntilEnded: 2 },
  );

  function create({ body }: ApiCall): ApiAnswer {
    const xml = load(body.toString(), { xml: true });
    const paths = xml('InvalidationBatch > Paths > Items > Path')
      .map((_, path) => xml(path).text())
      .get();
    const reference = xml('InvalidationBatch > CallerReference').text();
    if (!reference || Number(xml('InvalidationBatch > Paths > Quantity').text()) !== paths.length || !paths.length)
      return refuse(400, 'InconsistentQuantities', 'The value of Quantity and the size of Items do not match.');
    if (new Set(paths).size < paths.length || !paths.every((path) => /^\/[\w\-.~%!$&'()+,;=:@/?]*\*?$/.test(path)))
      return refuse(400, 'InvalidArgument', 'Your request contains one or more invalid invalidation paths.');
    const known = all.find((each) => each.reference === reference);
    if (known && known.paths.join('\n') !== paths.join('\n'))
      return refuse(400, 'InvalidArgument', 'The caller reference was used for another batch.');
    if (known) return describe(known, 201);
    const running = all.filter(({ asksLeft }) => asksLeft > 0).flatMap((each) => each.paths);
    const isWildcard = (path: string): boolean => path.endsWith('*');
    const tooMany =
      [...running, ...paths].filter((path) => !isWildcard(path)).length > PATHS_IN_PROGRESS_MAX ||
      [...running, ...paths].filter(isWildcard).length > WILDCARDS_IN_PROGRESS_MAX;
    if (tooMany || api.inProgress > 0) {
      api.inProgress -= 1;
      return refuse(400, 'TooManyInvalidationsInProgress', 'Your request exceeds the limit of invalidations.');
    }
    const made = { id: randomUUID().replaceAll('-', '').toUpperCase(), reference, paths, asksLeft: api.asksUntilEnded };
    all.push(made);
    api.invalidated.push(paths);
    return describe(made, 201);
  }
  return api;
}

function describe({ id, reference, paths, asksLeft }: Invalidation, status: number): ApiAnswer {
  const items = paths.map((path) => `<Path>${path.replaceAll('&', '&amp;')}</Path>`).join('');
  const body = `<?xml version="1.0"?>
<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>${id}</Id><Status>${asksLeft > 0 ? 'InProgress' : 'Completed'}</Status>
<CreateTime>2026-11-24T12:00:00Z</CreateTime><InvalidationBatch><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths>
<CallerReference>${reference}</CallerReference></InvalidationBatch></Invalidation>`;
  return { status, body, headers: XML };
}

const refuse = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: `<?xml version="1.0"?>
<ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type><Code>${code}</Code>
<Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
  headers: XML,
});

const XML = { 'Content-Type': 'text/xml' };

/** Whether the secret key has signed a request. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function isSigned(
  { method, url, headers, body }: ApiCall,
  { accessKeyId, secretAccessKey } = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
): boolean {
  const [, scope = '', names = '', signature] =
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=${accessKeyId}/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$`,
    ).exec(headers.authorization ?? '') ?? [];
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  if (service !== 'cloudfront' || region !== 'us-east-1' || !names.split(';').includes('host')) return false;
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  let key: Buffer | string = `AWS4${secretAccessKey}`;
  for (const part of [day, region, service, end]) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
