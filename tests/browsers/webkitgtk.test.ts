// WebKitGTK shows and runs the site as Chromium does.
import { browserSuite } from '../support/other-browsers/browser-suite.ts';
import { smokeTests } from '../support/other-browsers/smoke.ts';

smokeTests('webKitDriver', browserSuite('WebKitGTK'));
