import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { connect as connectSecurely } from 'node:tls';

import { runAndCapture } from '../../../../scripts/lib/run-and-capture.ts';
import { forward } from './forward.ts';

const HERE = 'tests/support/deploy/machine';

/** Where a command leaves the variables and the folder of its shell for the next command. */
const SHELL = '/root/shell';

/** Its packages start nothing, as there is no systemd. */
const NO_STARTS = '/usr/sbin/policy-rc.d';

/** An empty Debian 12 in a folder, with processes, mounts and a network of its own, in which the ports of servers are free. `systemctl.ts` stands in for systemd. */
export class DebianMachine {
  readonly root: string;
  readonly #namespaces: ChildProcess;
  readonly #helpers: ChildProcess[] = [];
  #sockets = 0;

  private constructor(root: string, namespaces: ChildProcess) {
    this.root = root;
    this.#namespaces = namespaces;
  }

  /** @throws Error where Debian cannot be installed, or where this user may not make namespaces */
  static async install(): Promise<DebianMachine> {
    const packages = resolve('.cache/debian');
    mkdirSync(packages, { recursive: true });
    // The folder for large files, which lie on a disk.
    const root = mkdtempSync('/var/tmp/debian-');
    // Users of the machine enter it, too.
    chmodSync(root, 0o755);
    // The mounts end with the program.
    const debootstrap = ['debootstrap', '--variant=minbase', `--cache-dir=${packages}`, 'bookworm', root];
    execFileSync('unshare', ['--mount', '--', ...debootstrap], { stdio: 'pipe' });
    cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
    // dpkg need not wait for the disk: the root is removed after the test.
    writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
    writeFileSync(join(root, NO_STARTS), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    const program = stripTypeScriptTypes(readFileSync(`${HERE}/systemctl.ts`, 'utf8'));
    writeFileSync(join(root, 'usr/local/lib/systemctl.mjs'), program);
    const command = '#!/bin/sh\nexec /usr/bin/node /usr/local/lib/systemctl.mjs "$@"\n';
    writeFileSync(join(root, 'usr/local/bin/systemctl'), command, { mode: 0o755 });
    writeFileSync(join(root, SHELL), 'cd /root\n');
    return new DebianMachine(root, await enterNamespaces(root, packages));
  }

  /**
   * Runs a command in the shell of the machine; variables and folder stay for the next.
   * @param network its own, which leads nowhere, or that of the host, for package managers
   * @returns its output
   * @throws Error with its output where it fails
   */
  async run(command: string, network: 'own' | 'host' = 'own'): Promise<string> {
    const script = `. ${SHELL}\n${command}\n{ export -p; echo "cd '$PWD'"; } > ${SHELL}`;
    const args = [...this.#enter(network), 'chroot', this.root, 'bash', '-e', '-c', script];
    const { code, output } = await runAndCapture('nsenter', args, '.', environment());
    if (code) throw new Error(`${command}\nfailed with exit code ${code}:\n${output.slice(-4000)}`);
    return output;
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  /** Starts a program of the host in the network of the machine, until the machine is removed. */
  start(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
    const command = [`--target=${this.#pid}`, '--net', '--', program, ...args];
    const child = spawn('nsenter', command, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    });
    this.#helpers.push(child);
    return child;
  }

  /** A file that stands for a port of the machine: connections to it lead there. */
  async portAsFile(port: number): Promise<string> {
    const path = this.#newSocket();
    await once(this.start(process.execPath, [`${HERE}/forward.ts`, path, String(port)]).stdout!, 'data');
    return path;
  }

  /** A port of the host that leads to a port of the machine. @param tls speaks TLS there, and checks the certificate */
  async reach(port: number, tls?: { host: string; ca: string }): Promise<number> {
    const path = await this.portAsFile(port);
    const open = tls ? () => connectSecurely({ path, servername: tls.host, ca: tls.ca }) : () => connect({ path });
    const server = await forward({ host: '127.0.0.1', port: 0 }, open);
    server.unref();
    return (server.address() as { port: number }).port;
  }

  /** Leads a port of the machine to a port of the host. */
  async lead(port: number, toPort: number): Promise<void> {
    const path = this.#newSocket();
    const server = await forward({ path }, () => connect(toPort, '127.0.0.1'));
    server.unref();
    await once(this.start(process.execPath, [`${HERE}/forward.ts`, String(port), path]).stdout!, 'data');
  }

  async remove(): Promise<void> {
    for (const child of this.#helpers) child.kill();
    this.#namespaces.kill('SIGKILL');
    await once(this.#namespaces, 'close');
    // Leaves alone all that is mounted there.
    execFileSync('rm', ['-rf', '--one-file-system', this.root]);
  }

  /** The first process of its namespaces. */
  get #pid(): number {
    return Number(readFileSync(`/proc/${this.#namespaces.pid}/task/${this.#namespaces.pid}/children`, 'utf8'));
  }

  #enter(network: 'own' | 'host'): string[] {
    return [`--target=${this.#pid}`, '--mount', '--pid', ...(network === 'own' ? ['--net'] : []), '--'];
  }

  #newSocket(): string {
    return `${this.root}/root/socket-${(this.#sockets += 1)}`;
  }
}

/** Starts a process that holds the namespaces of a root. It ends with this process, and all processes in them end with it. */
async function enterNamespaces(root: string, packages: string): Promise<ChildProcess> {
  const script = `set -e
    mount --rbind /dev ${root}/dev
    mount -t proc proc ${root}/proc
    mount -t tmpfs tmpfs ${root}/run
    mount --bind ${packages} ${root}/var/cache/apt/archives
    mkdir ${root}/root/.npm
    mount --bind ${await npmCache()} ${root}/root/.npm
    ip link set lo up
    echo ready
    trap '' CHLD
    exec cat > /dev/null`;
  const args = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--', 'sh', '-c', script];
  const child = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [isReady] = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => [undefined])]);
  if (!isReady) throw new Error('Namespaces could not be made, which takes the rights of root.');
  return child;
}

/** Folder in which npm of the host keeps packages. */
async function npmCache(): Promise<string> {
  const { output } = await runAndCapture('npm', ['config', 'get', 'cache'], '.', process.env);
  const folder = output.trim();
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Variables of a shell of root, and where the host finds packages. */
function environment(): NodeJS.ProcessEnv {
  const network = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|npm_config_registry)$/i.test(name),
  );
  return {
    HOME: '/root',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    DEBIAN_FRONTEND: 'noninteractive',
    npm_config_prefer_offline: 'true',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    ...Object.fromEntries(network),
  };
}
