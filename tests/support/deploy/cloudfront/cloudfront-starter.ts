import { s3Schema } from '../../../../src/deploy/targets/s3/s3-options.ts';
import { s3Target } from '../../../../src/deploy/targets/s3/s3-target.ts';
import type { RunningServer } from '../../serving/server-starters.ts';
import { deployerOf } from '../deployer.ts';
import { startS3Server } from '../s3/s3-server.ts';
import { cloudFrontSite } from './cloudfront-site.ts';

/** Deploys `dist/` to a bucket behind CloudFront. */
export async function startDeployedCloudFront(dist: string): Promise<RunningServer> {
  const server = await startS3Server();
  const site = await cloudFrontSite(server);
  await deployerOf(s3Target(s3Schema.parse(site.options))).deploy(dist);
  return {
    ...site.edge,
    async stop() {
      await site.stop();
      await server.stop();
    },
  };
}
