import { html } from 'hono/html';

import { readTargets, type TargetOptions } from '../../../deploy/config.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Html } from '../layout.ts';

/** The part of the page that brings the built site to a target. Of a target the page knows its name and type. */
export const deploySection = async (root: string): Promise<Html> =>
  html`<section id="deploy" aria-labelledby="deploy-title">
    <h2 id="deploy-title">Bring it to visitors</h2>
    ${await targets(root)}
  </section>`;

async function targets(root: string): Promise<Html> {
  try {
    const found = Object.entries(await readTargets(root));
    return found.length ? deployForm(found) : noTarget;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return html`<p class="problem">${error.message}</p>
      <p>Then reload this page.</p>`;
  }
}

const noTarget = html`<p>
  No place is named yet to which the site goes. Name one in <code>deploy.config.ts</code>, in the folder of the project;
  <code>docs/ship.md</code> has examples. Then reload this page.
</p>`;

const deployForm = (found: [string, TargetOptions][]): Html =>
  html`<p>Sends the files of the last build that differ. Nothing is sent before you have seen the plan.</p>
    <form id="targets" class="actions" inert>
      <label>
        Target
        <select id="target">
          ${found.map(([name, { type }]) => html`<option value="${name}">${name} (${type})</option>`)}
        </select>
      </label>
      <button id="plan">Show the plan</button>
    </form>
    <div id="deployment" hidden>
      <h3 id="deployment-title" tabindex="-1"></h3>
      <div id="deployment-facts"></div>
      <p id="transfer" hidden><progress aria-label="Sent"></progress> <span></span></p>
      <p class="actions">
        <button type="button" id="go" class="primary" hidden></button>
        <button type="button" id="stop" hidden>Stop</button>
      </p>
    </div>
    <section id="earlier" aria-labelledby="earlier-title" hidden>
      <h3 id="earlier-title">Earlier pages that the target keeps</h3>
      <ul></ul>
    </section>`;
