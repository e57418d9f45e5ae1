// Stands in for systemctl in a root without systemd: starts the processes of units as their users, with their settings. It does not restrict
// what they see of the system, and starts none again that ends. Runs on Debian's Node, without types.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';

const STATE = '/run/units';
const FOLDERS = ['/etc/systemd/system', '/lib/systemd/system'];

type Settings = Map<string, string[]>;

const sleep = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Settings of a unit and its drop-ins; an empty value removes earlier ones. @throws Error where no file has the unit */
function readUnit(name: string): Settings {
  const template = name.replace(/@.*(?=\.)/, '@');
  const file = FOLDERS.flatMap((folder) => [`${folder}/${name}`, `${folder}/${template}`]).find(existsSync);
  if (!file) throw new Error(`Unit ${name} not found.`);
  const dropIns = FOLDERS.map((folder) => `${folder}/${name}.d`)
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((each) => `${folder}/${each}`));
  const instance = /@(.*)\./.exec(name)?.[1] ?? '';
  const settings: Settings = new Map();
  for (const path of [file, ...dropIns])
    for (const [, key, value] of readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      settings.set(key!, value ? [...(settings.get(key!) ?? []), value.replaceAll('%i', instance)] : []);
  return settings;
}

/** Words of a command or a list of assignments, with quotes as systemd reads them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare!);

function environmentOf(settings: Settings, user: string): Record<string, string> {
  const home = spawnSync('getent', ['passwd', user], { encoding: 'utf8' }).stdout.split(':')[5]!;
  const files = (settings.get('EnvironmentFile') ?? [])
    .filter((path) => !path.startsWith('-') || existsSync(path.slice(1)))
    .flatMap((path) => readFileSync(path.replace('-', ''), 'utf8').split('\n'))
    .filter((line) => /^\w/.test(line));
  const assignments = [...(settings.get('Environment') ?? []).flatMap(wordsOf), ...files];
  const all = assignments.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  return { PATH, NODE_EXTRA_CA_CERTS, HOME: home, USER: user, LOGNAME: user, ...Object.fromEntries(all) };
}

/** Runs a command of a unit as its user. @param isMain leaves it running, and notes its process. @throws Error where it fails */
function run(name: string, settings: Settings, line: string, isMain = false): void {
  const last = (key: string): string | undefined => settings.get(key)?.at(-1);
  const user = last('User') ?? 'root';
  const capabilities = last('AmbientCapabilities')?.toLowerCase().replace('cap_', '+');
  const asUser = ['--reuid', user, '--regid', last('Group') ?? user, '--init-groups'];
  if (capabilities) asUser.push('--inh-caps', capabilities, '--ambient-caps', capabilities);
  if (last('NoNewPrivileges')) asUser.push('--no-new-privs');
  const command = ['setpriv', ...asUser, '--', ...wordsOf(line.replace(/^-/, ''))];
  const script = `umask ${last('UMask') ?? '0022'}; ${isMain ? `setsid "$@" & echo $! > ${STATE}/${name}.pid` : 'exec "$@"'}`;
  const log = openSync(`${STATE}/${name}.log`, 'a');
  const { status } = spawnSync('sh', ['-c', script, 'sh', ...command], {
    cwd: last('WorkingDirectory') ?? '/',
    env: environmentOf(settings, user),
    stdio: ['ignore', log, log],
  });
  if (status && !line.startsWith('-')) throw new Error(`${name}: ${line} failed, exit code ${status}.`);
}

function start(name: string): void {
  if (isRunning(name)) return;
  const settings = readUnit(name);
  const owner = settings.get('User')?.at(-1) ?? 'root';
  for (const [key, folder] of [
    ['StateDirectory', '/var/lib'],
    ['RuntimeDirectory', '/run'],
  ])
    for (const path of settings.get(key!) ?? []) {
      mkdirSync(`${folder}/${path}`, { recursive: true });
      const mode = settings.get(`${key}Mode`)?.at(-1) ?? '0755';
      spawnSync('install', ['--directory', '--owner', owner, '--mode', mode, `${folder}/${path}`]);
    }
  const isForking = settings.get('Type')?.at(-1) === 'forking';
  for (const line of settings.get('ExecStartPre') ?? []) run(name, settings, line);
  for (const line of settings.get('ExecStart') ?? []) run(name, settings, line, !isForking);
  for (const line of settings.get('ExecStartPost') ?? []) run(name, settings, line);
}

/** Process of a unit, as long as there is such a process. */
function isRunning(name: string): number | undefined {
  const file = readUnit(name).get('PIDFile')?.at(-1) ?? `${STATE}/${name}.pid`;
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  // A process that ended and was not waited for is a zombie.
  const isAlive = pid && existsSync(`/proc/${pid}`) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return isAlive ? pid : undefined;
}

function stop(name: string): void {
  const pid = isRunning(name);
  if (!pid) return;
  const settings = readUnit(name);
  const lines = settings.get('ExecStop') ?? [];
  for (const line of lines) run(name, settings, line);
  if (!lines.length) process.kill(pid, 'SIGTERM');
  const seconds = parseInt(settings.get('TimeoutStopSec')?.at(-1) ?? '90', 10);
  for (let time = 0; isRunning(name); time += 1) {
    if (time === seconds * 20) process.kill(pid, 'SIGKILL');
    sleep(50);
  }
  rmSync(`${STATE}/${name}.pid`, { force: true });
}

function reload(name: string): void {
  const settings = readUnit(name);
  for (const line of settings.get('ExecReload') ?? [])
    run(name, settings, line.replace('$MAINPID', String(isRunning(name))));
}

const acts: Record<string, (name: string) => void> = {
  start,
  stop,
  reload,
  restart: (name) => {
    stop(name);
    start(name);
  },
  // A root has no boot.
  enable: (name) => (isNow ? start(name) : undefined),
  disable: (name) => (isNow ? stop(name) : undefined),
  // Its only property here.
  show: (name) => console.log(`MainPID=${isRunning(name) ?? 0}`),
};

const [act, ...names] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isNow = process.argv.includes('--now');
mkdirSync(STATE, { recursive: true });
if (act !== 'daemon-reload') for (const name of names) acts[act!]!(name.includes('.') ? name : `${name}.service`);
