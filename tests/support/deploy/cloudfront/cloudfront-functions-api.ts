import { randomUUID } from 'node:crypto';

import { load } from 'cheerio';

import { type ApiAnswer, type ApiCall, startStrictApi, type StrictApi } from '../strict-api.ts';
import { isSigned } from './cloudfront-api.ts';
import { STORE } from './key-value-store-api.ts';

export interface FunctionsApi extends StrictApi {
  /** Code that visitors get, by name. */
  live: Map<string, string>;
}

interface Draft {
  code: string;
  etag: string;
}

const MAX_CODE = 10_240;

/**
 * Functions of CloudFront: creation, changes, publication and reading, with signatures, versions and the limit of code.
 * @see https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateFunction.html
 */
export async function startFunctionsApi(signer?: {
  accessKeyId: string;
  secretAccessKey: string;
}): Promise<FunctionsApi> {
  const live = new Map<string, string>();
  const drafts = new Map<string, Draft>();
  const api = await startStrictApi((call) => {
    if (!isSigned(call, signer)) return refuse(403, 'SignatureDoesNotMatch', 'The signature does not match.');
    const [, name, action = ''] = /^\/2020-05-31\/function(?:\/([\w-]+)(\/publish)?)?$/.exec(call.url.pathname) ?? [];
    if (call.method === 'POST' && name === undefined) return create(call);
    const draft = drafts.get(name ?? '');
    if (call.method === 'GET') {
      const code = call.url.searchParams.get('Stage') === 'LIVE' ? live.get(name ?? '') : draft?.code;
      if (code === undefined) return refuse(404, 'NoSuchFunctionExists', 'The function does not exist.');
      return {
        status: 200,
        body: Buffer.from(code),
        headers: { ETag: draft!.etag, 'Content-Type': 'application/javascript' },
      };
    }
    if (!draft) return refuse(404, 'NoSuchFunctionExists', 'The function does not exist.');
    if (call.headers['if-match'] !== draft.etag) return refuse(412, 'PreconditionFailed', 'The version differs.');
    if (call.method === 'POST' && action) live.set(name!, draft.code);
    else if (call.method === 'PUT') return put(name!, call);
    else return refuse(400, 'InvalidArgument', 'There is no such action.');
    return { status: 200, body: summary(name!), headers: { 'Content-Type': 'text/xml' } };
  });

  function create(call: ApiCall): ApiAnswer {
    const name = load(call.body.toString(), { xml: true })('Name').text();
    if (!/^[\w-]{1,64}$/.test(name)) return refuse(400, 'InvalidArgument', 'The name is not valid.');
    if (drafts.has(name)) return refuse(409, 'FunctionAlreadyExists', 'The function exists.');
    return put(name, call);
  }

  function put(name: string, { body, method }: ApiCall): ApiAnswer {
    const xml = load(body.toString(), { xml: true });
    const code = Buffer.from(xml('FunctionCode').text(), 'base64').toString();
    if (code.length > MAX_CODE) return refuse(413, 'FunctionSizeLimitExceeded', 'The function is too large.');
    if (xml('Runtime').text() !== 'cloudfront-js-2.0' || xml('KeyValueStoreARN').text() !== STORE)
      return refuse(400, 'InvalidArgument', 'The configuration is not valid.');
    const draft = { code, etag: randomUUID() };
    drafts.set(name, draft);
    return {
      status: method === 'POST' ? 201 : 200,
      body: summary(name),
      headers: { ETag: draft.etag, 'Content-Type': 'text/xml' },
    };
  }
  return Object.assign(api, { live });
}

const summary = (name: string): string => `<?xml version="1.0"?>
<FunctionSummary xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Name>${name}</Name><Status>UNPUBLISHED</Status></FunctionSummary>`;

const refuse = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: `<?xml version="1.0"?>
<ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type><Code>${code}</Code>
<Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
  headers: { 'Content-Type': 'text/xml' },
});
