import { html } from 'hono/html';

import type { Editor } from '../../editor.ts';
import type { EditorPage } from '../layout.ts';
import { deploySection } from './deploy-section.ts';

/** Builds the site, shows its changes, and brings it to visitors. */
export const publishPage = async ({ workspace }: Editor): Promise<EditorPage> => ({
  name: 'publish',
  title: 'Publish',
  body: html`<p>
      Makes all pages from the saved texts, and shows which pages have changed. Texts with a mistake stop it: the site
      then stays as it was.
    </p>
    <p class="actions" inert>
      <button type="button" id="build" class="primary">Build the site</button>
      <button type="button" id="cancel" hidden>Cancel</button>
    </p>
    <pre id="output" tabindex="0" aria-label="Messages of the build" hidden></pre>
    ${await deploySection(workspace.site.root)}
    <section id="changes" aria-labelledby="changes-title" hidden>
      <h2 id="changes-title" tabindex="-1"></h2>
      <ul id="pages"></ul>
      <p id="no-pictures" hidden></p>
      <div id="pictures"></div>
    </section>`,
});
