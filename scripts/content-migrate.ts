/**
 * `npm run content:migrate`: brings texts of version 1.0.0 up to date. Rules, sections and groups get ids, links to numbers of rules lead to
 * ids, and the record of translations goes by block. A second run changes nothing.
 */
import './lib/options/site-option.ts';
import { openSite, readSiteOptions } from '../src/site/open-site.ts';
import { migrateContent } from './lib/migrate-content.ts';

for (const line of migrateContent(await openSite(readSiteOptions(process.env)))) console.log(line);
