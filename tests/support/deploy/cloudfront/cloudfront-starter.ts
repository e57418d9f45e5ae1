import { Credentials } from '../../../../src/deploy/requests/credentials.ts';
import { cloudfrontSchema } from '../../../../src/deploy/targets/cloudfront/cloudfront-options.ts';
import { cloudfrontTarget } from '../../../../src/deploy/targets/cloudfront/cloudfront-target.ts';
import type { RunningServer } from '../../serving/server-starters.ts';
import { deployerOf } from '../deployer.ts';
import { startS3Server } from '../s3/s3-server.ts';
import { cloudFrontSite } from './cloudfront-site.ts';

const credentials = new Credentials(process.env);

/** Deploys `dist/` to a bucket behind CloudFront. */
export async function startDeployedCloudFront(dist: string): Promise<RunningServer> {
  const server = await startS3Server();
  const site = await cloudFrontSite(server);
  await deployerOf(cloudfrontTarget(cloudfrontSchema.parse(site.options), credentials)).deploy(dist);
  return {
    ...site.edge,
    async stop() {
      await site.stop();
      await server.stop();
    },
  };
}
