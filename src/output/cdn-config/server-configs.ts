import { cachedBy } from '../../shared/cached-by.ts';
import type { Manifest } from '../manifest.ts';
import { CADDYFILE, caddyHosts, caddySite } from './caddy.ts';
import { NGINX, nginxHttp, nginxServer } from './nginx.ts';
import { type ServerFacts, serverFacts } from './server-facts.ts';
import { varnishVcl } from './varnish.ts';

const configs: Record<string, (facts: ServerFacts) => string> = {
  'publish/nginx.conf': () => NGINX,
  'publish/nginx-http.conf': nginxHttp,
  'publish/nginx-server.conf': nginxServer,
  'publish/Caddyfile': () => CADDYFILE,
  'publish/site.caddy': caddySite,
  'publish/hosts.caddy': caddyHosts,
  'publish/site.vcl': varnishVcl,
};

/** Paths below `dist/` of the files that configure servers. */
export const SERVER_CONFIGS = Object.keys(configs);

/** The files that configure servers, by path. */
export const serverConfigs = cachedBy((manifest: Manifest): Record<string, string> => {
  const facts = serverFacts(manifest);
  return Object.fromEntries(Object.entries(configs).map(([file, text]) => [file, text(facts)]));
});
