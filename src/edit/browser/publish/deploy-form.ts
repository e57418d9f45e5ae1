import { request, requestEvents, showStatus } from '../request.ts';
import { attempt } from '../while-busy.ts';
import type { DeployEvent } from './deploy-events.ts';
import {
  type Deployment,
  find,
  showDone,
  showEarlier,
  showEnd,
  showFailure,
  showPlan,
  showSent,
  showStart,
  showStep,
} from './show-deployment.ts';

/** Shows the plan of a deployment, then deploys. Without a target there is no form. */
export function startDeployForm(): void {
  const form = document.querySelector<HTMLFormElement>('#targets');
  if (!form) return;
  const select = find<HTMLSelectElement>('#target');
  let planned: Deployment;
  let id: string | undefined;

  const run = async (deployment: Deployment, isDryRun: boolean): Promise<void> => {
    id = crypto.randomUUID();
    planned = deployment;
    const sentences: string[] = [];
    showStart(deployment, isDryRun);
    try {
      for await (const event of requestEvents<DeployEvent>('deploy', { id, ...deployment, isDryRun })) {
        if (event.type === 'say') sentences.push(event.text);
        else if (event.type === 'step') showStep(event.text);
        else if (event.type === 'sent') showSent(event);
        else if (event.type === 'failed') showFailure(event);
        else {
          if (isDryRun) showPlan(deployment, event, sentences);
          else showDone(deployment, event);
          showEarlier(event, (to) => begin({ target: deployment.target, to }, true));
        }
      }
    } catch (error) {
      showFailure({ text: (error as Error).message });
    } finally {
      id = undefined;
      showEnd();
    }
  };
  const begin = (deployment: Deployment, isDryRun: boolean): Promise<void> =>
    attempt(() => run(deployment, isDryRun))();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void begin({ target: select.value }, true);
  });
  find('#go').addEventListener('click', () => void begin(planned, false));
  find('#stop').addEventListener('click', () => {
    showStatus('Stopping …');
    request('stop-deploy', { id }).catch((error: Error) => showStatus(error.message));
  });
  // A page that is left stops the deployment, too.
  addEventListener('beforeunload', (event) => id && event.preventDefault());
}
