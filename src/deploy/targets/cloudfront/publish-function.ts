import { cloudfrontClient } from '../../requests/cloudfront-client.ts';
import { explained } from '../../requests/cloudfront-error.ts';
import type { Credentials } from '../../requests/credentials.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { functionCode } from './function-code.ts';

/** Creates the function, or publishes it again where its code differs. An unchanged one is left alone. */
export async function publishFunction(
  options: Pick<CloudfrontOptions, 'store' | 'function' | 'api'>,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<void> {
  const sdk = await import('@aws-sdk/client-cloudfront');
  const client = await cloudfrontClient(credentials.aws('CloudFront'), options.api);
  const abort = { abortSignal: signal };
  const Name = options.function;
  const code = new TextEncoder().encode(await functionCode());
  const codeAt = async (Stage: 'LIVE' | 'DEVELOPMENT') => {
    try {
      return await client.send(new sdk.GetFunctionCommand({ Name, Stage }), abort);
    } catch (error) {
      if ((error as Error).name === 'NoSuchFunctionExists') return undefined;
      throw error;
    }
  };
  const isSame = (found: { FunctionCode?: Uint8Array } | undefined): boolean =>
    found?.FunctionCode !== undefined && Buffer.from(code).equals(found.FunctionCode);
  const publish = async (): Promise<void> => {
    if (isSame(await codeAt('LIVE'))) return;
    const draft = await codeAt('DEVELOPMENT');
    const config = {
      Name,
      FunctionCode: code,
      FunctionConfig: {
        Comment: 'Written by npm run deploy',
        Runtime: 'cloudfront-js-2.0' as const,
        KeyValueStoreAssociations: { Quantity: 1, Items: [{ KeyValueStoreARN: options.store }] },
      },
    };
    const { ETag } = !draft
      ? await client.send(new sdk.CreateFunctionCommand(config), abort)
      : isSame(draft)
        ? draft
        : await client.send(new sdk.UpdateFunctionCommand({ ...config, IfMatch: draft.ETag }), abort);
    await client.send(new sdk.PublishFunctionCommand({ Name, IfMatch: ETag }), abort);
  };
  await explained(`publishing the function ${Name}`, publish, credentials, signal).finally(() => client.destroy());
}
