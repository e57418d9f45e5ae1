/** `npm run deploy -- <target> [--dry-run] [--to <build>] [--host <host>,…] [--keep 5] [--json]`: brings dist/ to a target of deploy.config.ts, or with `--verify all`, `--repair`, `--unlock` or `--doctor` looks after it. docs/ship.md has its exit codes. */
import './lib/options/site-option.ts';
import { findTarget, readTargets } from '../src/deploy/config.ts';
import { exitCodes } from '../src/deploy/deploy-error.ts';
import { formatReport } from '../src/deploy/deploy-report.ts';
import { deploy } from '../src/deploy/deploy.ts';
import { examine, formatFindings } from '../src/deploy/inspect/doctor.ts';
import { formatInspection, inspectTarget } from '../src/deploy/inspect/inspect-target.ts';
import { createPurger } from '../src/deploy/purgers/registry.ts';
import { Credentials } from '../src/deploy/requests/credentials.ts';
import { createTarget } from '../src/deploy/targets/registry.ts';
import { outputOf } from '../src/output/folders.ts';
import { required } from '../src/shared/required.ts';
import { readSiteOptions } from '../src/site/open-site.ts';
import { exitCodeOf, explainError } from './lib/deploy/explain-error.ts';
import { readArguments, USAGE } from './lib/deploy/read-arguments.ts';
import { printTransferEvents, showTransfer } from './lib/deploy/show-transfer.ts';
import { stopOnSignal } from './lib/deploy/stop-on-signal.ts';

// Web servers read the files of a generation under every umask of the user.
process.umask(0o022);
const { root } = readSiteOptions(process.env);
const credentials = new Credentials(process.env);
const isJson = process.argv.includes('--json');

if (process.argv.includes('--help')) {
  console.log(USAGE);
  process.exit();
}

const progress = isJson ? printTransferEvents(credentials) : showTransfer(credentials);

try {
  const { name, keep, task, ...selection } = readArguments(process.argv.slice(2));
  const options = findTarget(await readTargets(root), name);
  const common = {
    name: required(name, 'name of the target'),
    target: createTarget(options, credentials),
    purgers: options.purge.map((cache) => createPurger(cache, credentials)),
    verify: options.verify,
    dist: outputOf(root).dist,
    signal: stopOnSignal(),
  };
  const [report, text] = await run();
  progress.end();
  print(isJson ? JSON.stringify(report) : text);

  async function run(): Promise<[report: object, text: string]> {
    if (task === 'verify' || task === 'repair') {
      const inspected = await inspectTarget({ ...common, isRepair: task === 'repair' }, progress);
      return [inspected, formatInspection(inspected)];
    }
    if (task === 'unlock') {
      const holder = await common.target.unlock(common.signal);
      return [{ unlocked: holder ?? null }, holder ? `The lease of ${holder} is removed.` : 'Nobody holds the lease.'];
    }
    if (task === 'doctor') {
      const findings = await examine(common, progress);
      if (findings.some(({ remedy }) => remedy)) process.exitCode = exitCodes.differs;
      return [{ findings }, formatFindings(findings)];
    }
    const { assetDays } = options;
    const deployed = await deploy({ ...common, keep: keep ?? options.keep, assetDays, ...selection }, progress);
    return [deployed, formatReport(deployed)];
  }
} catch (error) {
  progress.end();
  const message = credentials.redact(explainError(error));
  const exitCode = exitCodeOf(error);
  if (isJson) print(JSON.stringify({ error: message, exitCode }));
  else console.error(message);
  process.exitCode = exitCode;
}

function print(line: string): void {
  console.log(credentials.redact(line));
}
