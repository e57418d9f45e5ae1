import type { Editor } from '../editor.ts';
import { findProblems } from './home/find-problems.ts';
import { previewAction } from './preview/preview-action.ts';
import { publish } from './publish/build-and-picture.ts';
import { deploySite, stopDeployment } from './publish/deploy-site.ts';
import { textActions } from './text-actions.ts';

/**
 * Answers a request of the editor's pages. It is given the port of the dev server, too. The body was sent as JSON by a page of the editor; each action checks its form.
 * @throws UserError for what the editor has to correct; its message is shown
 */
export type Action = (editor: Editor, body: unknown, port: number) => unknown;

/** Actions by name: `POST /api/<name>`. */
export const actions: Record<string, Action> = {
  ...textActions,
  preview: previewAction,
  problems: findProblems,
  publish,
  deploy: deploySite,
  'stop-deploy': stopDeployment,
};
