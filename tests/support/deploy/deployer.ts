import type { DeployReport } from '../../../src/deploy/deploy-report.ts';
import type { DeployRequest } from '../../../src/deploy/deploy-request.ts';
import { deploy } from '../../../src/deploy/deploy.ts';
import type { Target } from '../../../src/deploy/target.ts';

/** Deploys builds to a target. */
export interface Deployer {
  /** Sentences that the last deployment said before it started. */
  said: string[];
  deploy: (dist: string, request?: Partial<DeployRequest>) => Promise<DeployReport>;
}

export function deployerOf(target: Target): Deployer {
  const deployer: Deployer = {
    said: [],
    async deploy(dist, request = {}) {
      deployer.said = [];
      const { signal } = new AbortController();
      return deploy(
        {
          name: 'test',
          target,
          purgers: [],
          verify: false,
          keep: 5,
          assetDays: 14,
          dist,
          isDryRun: false,
          signal,
          ...request,
        },
        { say: (sentence) => deployer.said.push(sentence), step() {}, sent() {} },
      );
    },
  };
  return deployer;
}
