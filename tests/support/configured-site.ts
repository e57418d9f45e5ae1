import type { Edition } from '../../src/site/editions/editions.ts';
import { parseHosts } from '../../src/site/editions/parse-hosts.ts';
import { openSite, readSiteOptions, toSite } from '../../src/site/open-site.ts';
import { SiteFolder } from '../../src/site/site-folder.ts';

const options = readSiteOptions(process.env);

/** The site that the environment of the test names. */
export const site = await openSite(options);
export const { editions } = site;

/** The editions of a hosts configuration, with the texts of {@link site}. */
export const editionsOf = (hosts: unknown): Edition[] => toSite(options, parseHosts(hosts, 'hosts.config.ts')).editions;

/** A folder without texts. */
export const noFolder = new SiteFolder({ root: '.', contentDir: '/nowhere' });
