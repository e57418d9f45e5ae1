import { connect } from 'node:tls';

import pLimit from 'p-limit';

import type { Manifest } from '../../output/manifest.ts';
import { DeployError, exitCodes } from '../deploy-error.ts';
import type { DeployProgress, DeployRequest } from '../deploy-request.ts';
import { answerFetcher } from '../verify/fetch-answer.ts';
import { verify } from '../verify/verify.ts';
import { describeDrift, driftOf, servedGeneration } from './inspect-target.ts';

/** A part that was looked at. */
export interface Finding {
  /** Such as `lease` or `certificate of velvet.example`. */
  name: string;
  text: string;
  /** The way to mend it; undefined where nothing is wrong. */
  remedy?: string;
}

export type DoctorRequest = Pick<DeployRequest, 'name' | 'target' | 'verify' | 'dist' | 'signal'>;

/** Days before the end of a certificate on which it should have been renewed. */
const CERTIFICATE_DAYS = 14;

/** Cookies and certificates allow for some difference between two clocks. */
const CLOCK_SECONDS = 30;

const HOSTS_AT_A_TIME = 8;

/** Looks at a target and at its hosts as visitors reach them, and changes nothing. */
export async function examine(request: DoctorRequest, progress: DeployProgress): Promise<Finding[]> {
  const { findings, generation } = await examineTarget(request, progress);
  if (!request.verify) return [...findings, { name: 'hosts', text: 'are not asked, because of "verify: false"' }];
  if (!generation) return findings;
  const { address } = request.verify;
  const hosts = [...new Set(generation.editions.map(({ host }) => host))];
  const limit = pLimit(HOSTS_AT_A_TIME);
  progress.step(`Asking ${hosts.length} hosts`);
  const ofHosts = await Promise.all(hosts.map((host) => limit(() => examineHost(host, generation, address, request))));
  return [...findings, ...ofHosts.flat()];
}

async function examineTarget(
  { name, target, dist, signal }: DoctorRequest,
  progress: DeployProgress,
): Promise<{ findings: Finding[]; generation?: Manifest }> {
  progress.step('Opening the target');
  const session = await target.open(signal).catch((error: unknown) => error as Error);
  if (session instanceof Error) {
    const isHeld = session instanceof DeployError && session.exitCode === exitCodes.leaseHeld;
    return {
      findings: [
        {
          name: isHeld ? 'lease' : 'target',
          text: session.message,
          remedy: isHeld
            ? `Wait, or if no deployment runs: npm run deploy -- ${name} --unlock`
            : 'Mend that first; nothing else was looked at',
        },
      ],
    };
  }
  try {
    const findings: Finding[] = [
      { name: 'target', text: 'takes these credentials' },
      { name: 'lease', text: 'was free' },
    ];
    const isOpen = (await session.readJournal()) !== undefined;
    findings.push({
      name: 'journal',
      text: isOpen ? 'the last deployment did not end' : 'the last deployment ended',
      ...(isOpen && { remedy: 'Run it again: it finishes what is open' }),
    });
    if (isOpen) return { findings };
    const generation = await servedGeneration(session, dist).catch((error: unknown) => error as Error);
    if (generation instanceof Error) {
      findings.push({ name: 'generation', text: generation.message, remedy: `npm run deploy -- ${name}` });
      return { findings };
    }
    const drift = await driftOf(session, generation, 'size', progress);
    findings.push({
      name: 'files',
      text: drift.length ? describeDrift(name, drift) : `those of generation ${generation.build}, by size and time`,
      ...(drift.length && { remedy: `npm run deploy -- ${name} --repair` }),
    });
    return { findings, generation };
  } finally {
    await session.close().catch(() => undefined);
  }
}

/** A host as visitors reach it: its certificate, its clock, and the home page with its headers. */
async function examineHost(
  host: string,
  generation: Manifest,
  address: string | undefined,
  { target, signal }: DoctorRequest,
): Promise<Finding[]> {
  const url = `https://${host}/`;
  const at = new URL(address ?? url);
  const findings: Finding[] = [];
  if (at.protocol === 'https:') findings.push(await certificateOf(host, at));
  const fetcher = answerFetcher(address, signal);
  try {
    const { headers } = await fetcher.fetchOnce(new URL(url), 'identity');
    const seconds = Math.round((Date.parse(headers.date ?? '') - Date.now()) / 1000);
    if (Math.abs(seconds) > CLOCK_SECONDS)
      findings.push({
        name: `clock of ${host}`,
        text: `differs by ${seconds} s from this machine`,
        remedy: 'Have both keep time, with chrony or systemd-timesyncd',
      });
    const hasForms = target.carries('host/lang/index.html.br');
    await verify({ next: generation, urls: [url], address, maxUrls: 1, hasForms, signal });
    findings.push({ name: `home page of ${host}`, text: 'has the content and headers of the generation' });
  } catch (error) {
    signal.throwIfAborted();
    findings.push({
      name: `home page of ${host}`,
      text: (error as Error).message,
      remedy: 'Look at the server, its configuration and DNS',
    });
  } finally {
    fetcher.close();
  }
  return findings;
}

function certificateOf(host: string, at: URL): Promise<Finding> {
  const name = `certificate of ${host}`;
  const remedy = 'Renew it: docs/production.md';
  return new Promise((done) => {
    const socket = connect(
      { host: at.hostname, port: Number(at.port || 443), servername: host, timeout: 10_000 },
      () => {
        const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000);
        socket.end();
        done({ name, text: `is valid for ${days} days`, ...(days < CERTIFICATE_DAYS && { remedy }) });
      },
    );
    socket.once('timeout', () => socket.destroy(new Error('nothing answers for 10 s')));
    socket.once('error', (error) => done({ name, text: error.message, remedy }));
  });
}

/** A line for each finding, and below it its remedy. */
export const formatFindings = (findings: Finding[]): string =>
  findings
    .map(
      ({ name, text, remedy }) =>
        `${remedy ? 'WRONG' : 'ok   '}  ${name}: ${text}.${remedy ? `\n       ${remedy}.` : ''}`,
    )
    .join('\n');
