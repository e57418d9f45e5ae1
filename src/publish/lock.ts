import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { Mistake } from '../problems.ts';
import { readIfThere } from './files.ts';

const LOCK = '.cache/build.lock';
const OWN = `${LOCK}.${process.pid}`;

/**
 * Keeps other builds of this folder out until the returned function is called.
 * @throws Mistake while another build runs
 */
export function lockBuild(): () => void {
  mkdirSync('.cache', { recursive: true });
  try {
    rmSync(OWN, { force: true });
    writeFileSync(OWN, nameOf(process.pid));
    if (!take()) {
      removeDead(holder());
      if (!take()) throw another(holder());
    }
  } finally {
    rmSync(OWN, { force: true });
  }
  return () => rmSync(LOCK, { force: true });
}

/** A link comes into being with its content, and only where nothing is. */
function take(): boolean {
  try {
    linkSync(OWN, LOCK);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP') throw error;
    // Some file systems have no links.
    if (existsSync(LOCK)) return false;
    writeFileSync(LOCK, nameOf(process.pid), { flag: 'wx' });
    return true;
  }
}

/** A build that was killed leaves its lock behind. */
function removeDead(found: string): void {
  if (isAlive(found)) throw another(found);
  const aside = `${OWN}.dead`;
  if (existsSync(LOCK)) renameSync(LOCK, aside);
  if (!existsSync(aside)) return;
  const removed = readFileSync(aside, 'utf8');
  // Another build has taken the place of the dead one meanwhile.
  if (removed !== found) linkSync(aside, LOCK);
  rmSync(aside);
  if (removed !== found) throw another(removed);
}

const holder = (): string => String(readIfThere(LOCK) ?? '');

function isAlive(name: string): boolean {
  const pid = Number(name.split(' ')[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return nameOf(pid) === name;
}

/** The number of a process, and where the system tells it the moment it began: numbers are used again. */
function nameOf(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  const began = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')[19]! : '';
  return `${pid} ${began}`;
}

const another = (name: string): Mistake =>
  new Mistake(`Another build is running here (process ${name.split(' ')[0]}). Wait until it has ended.`);
