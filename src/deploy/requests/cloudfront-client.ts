import type { CloudFrontClient } from '@aws-sdk/client-cloudfront';

import type { Credentials } from './credentials.ts';

/** A client of CloudFront, which repeats failed requests. @param endpoint of another provider, or of tests */
export async function cloudfrontClient(
  credentials: ReturnType<Credentials['aws']>,
  endpoint: string | undefined,
): Promise<CloudFrontClient> {
  const sdk = await import('@aws-sdk/client-cloudfront');
  return new sdk.CloudFrontClient({
    region: 'us-east-1',
    credentials,
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
    ...(endpoint !== undefined && { endpoint }),
  });
}
