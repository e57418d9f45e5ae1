import type { Manifest } from '../../../output/manifest.ts';
import { DeployError } from '../../deploy-error.ts';
import { bytesIn } from '../../format-bytes.ts';
import type { Transfer } from '../../target.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { storeLimits } from './key-value-store.ts';
import { bytesOf, exceededLimit } from './register-generation.ts';
import { storeEntries, storeTable } from './store-table.ts';

/** Limits and costs of a generation at CloudFront, as sentences. @throws DeployError where the store cannot take it */
export function describeStore({ next, served }: Transfer, options: Pick<CloudfrontOptions, 'function'>): string[] {
  const entries = entriesOf([...(served ? [served] : []), next]);
  const mistake = exceededLimit(entries);
  if (mistake) throw new DeployError('wrongUse', mistake);
  const before = served ? entriesOf([served]) : new Map<string, string>();
  const changes = [...entries].filter(([key, value]) => before.get(key) !== value).length;
  const calls = Math.ceil(changes / storeLimits.updatesPerCall) + 1;
  return [
    `CloudFront: the function "${options.function}" chooses files by a key value store, which has ${bytesIn(bytesOf(entries))} of ${bytesIn(storeLimits.bytes)} with the served generation; further ones add what they changed.`,
    `${changes.toLocaleString('en')} value(s) are written in about ${calls} call(s); the last is the switch, which takes some seconds to reach every place. Nothing has to be purged there: files are named by their content.`,
  ];
}

const entriesOf = (manifests: Manifest[]): Map<string, string> =>
  storeEntries(manifests.map((manifest, index) => ({ number: index + 1, table: storeTable(manifest) })));
