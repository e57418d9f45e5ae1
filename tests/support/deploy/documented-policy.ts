import { readFileSync } from 'node:fs';

/** The policy of docs/ship.md for a bucket, as a policy of the bucket that lets a user do the same. */
export function policyOf(bucket: string, principal: string): string {
  const [, policy] = /```json\n(\{\n  "Version"[^`]*)```/.exec(readFileSync('docs/ship.md', 'utf8'))!;
  const { Version, Statement } = JSON.parse(policy!.replaceAll('my-site', bucket)) as {
    Version: string;
    Statement: object[];
  };
  const named = Statement.map((statement) => ({ ...statement, Principal: { AWS: [principal] } }));
  return JSON.stringify({ Version, Statement: named });
}
