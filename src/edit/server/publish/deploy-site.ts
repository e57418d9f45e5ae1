import { z } from 'zod';

import { findTarget, readTargets } from '../../../deploy/config.ts';
import { type DeployReport, describeDeployment, purgedUrls } from '../../../deploy/deploy-report.ts';
import type { TransferEvent } from '../../../deploy/deploy-request.ts';
import { bytesIn, describeSent } from '../../../deploy/format-bytes.ts';
import { cachedBy } from '../../../shared/cached-by.ts';
import type { DeployEvent, FinishedDeployment } from '../../browser/publish/deploy-events.ts';
import type { Editor } from '../../editor.ts';
import type { Workspace } from '../../workspace.ts';
import { runScript } from './run-script.ts';
import { streamEvents } from './stream-events.ts';

const deploySchema = z.strictObject({
  /** Names the deployment for {@link stopDeployment}. */
  id: z.uuid(),
  target: z.string(),
  /** Generation to go back to. */
  to: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'is no id of a build')
    .optional(),
  isDryRun: z.boolean(),
});

/** What `--json` prints to stdout. */
type Result = DeployReport | { error: string; exitCode: number };

const FAILED: DeployEvent = {
  type: 'failed',
  text: 'The deployment ended without a report. Where the editor was started, its messages say why.',
};

const NOT_BEGUN: DeployEvent = { type: 'failed', text: 'It had not begun: visitors have what they had before.' };

const runningIn = cachedBy((_workspace: Workspace) => new Map<string, AbortController>());

/** `POST /api/deploy`: runs `npm run deploy`, which has the credentials. A browser that closes the request stops it. */
export async function deploySite({ workspace }: Editor, body: unknown): Promise<Response> {
  const running = runningIn(workspace);
  const { id, target, to, isDryRun } = deploySchema.parse(body);
  findTarget(await readTargets(workspace.site.root), target);
  const args = ['scripts/deploy.ts', target, '--json', ...(isDryRun ? ['--dry-run'] : []), ...(to ? ['--to', to] : [])];
  const stopped = new AbortController();
  running.set(id, stopped);
  return streamEvents<DeployEvent>(async (send, closed) => {
    let result: Result | undefined;
    const onLine = (line: string, output: 'stdout' | 'stderr'): void => {
      const parsed = parse(line);
      if (output === 'stdout') result = parsed as Result | undefined;
      else if (parsed) send(shown(parsed as TransferEvent));
    };
    try {
      await runScript(workspace.env, args, onLine, AbortSignal.any([closed, stopped.signal]));
    } finally {
      running.delete(id);
    }
    if (!result) send(stopped.signal.aborted ? NOT_BEGUN : FAILED);
    else if ('error' in result) send({ type: 'failed', text: result.error, exitCode: result.exitCode });
    else send({ type: 'done', ...finished(result) });
  }, FAILED);
}

/** `POST /api/stop-deploy`: stops a deployment as Ctrl+C does. Its own request tells what visitors have. */
export function stopDeployment({ workspace }: Editor, body: unknown): void {
  runningIn(workspace)
    .get(z.strictObject({ id: z.uuid() }).parse(body).id)
    ?.abort();
}

/** @returns undefined for a line that is no JSON, such as a warning of Node, which goes to the terminal */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    console.error(line);
    return undefined;
  }
}

function shown(event: TransferEvent): DeployEvent {
  if (event.type !== 'sent') return event;
  const { bytes, total, secondsLeft } = event;
  const share = total ? bytes / total : 1;
  return { type: 'sent', share, text: describeSent(bytes, total, secondsLeft) };
}

function finished(report: DeployReport): FinishedDeployment {
  const { pages, files, purged, isUpToDate, isDryRun, build, generations } = report;
  const served = isUpToDate || isDryRun ? generations.find(({ isServed }) => isServed)?.build : build;
  return {
    isUpToDate,
    summary: describeDeployment(report),
    facts: {
      Pages: `${pages.changed} of ${pages.total} change`,
      Files: `${files.sent} to send, ${files.removed} to remove`,
      Bytes: bytesIn(files.bytes),
      Caches: purged.calls ? `${purgedUrls(purged)} to purge, ${purged.calls} call(s)` : 'nothing to purge',
      Time: purged.seconds
        ? `about ${purged.seconds} s for caches, and the time for sending`
        : files.sent
          ? 'that for sending; it is shown meanwhile'
          : 'none for sending',
    },
    earlier: generations.filter((generation) => generation.build !== served),
  };
}
