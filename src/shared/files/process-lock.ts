import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { required } from '../required.ts';
import { UserError } from '../user-error.ts';
import { readIfPresent } from './read-if-present.ts';
import { statFields } from './stat-fields.ts';

const LOCKED = new Error('Another process holds the lock');

/** Whether {@link acquireProcessLock} threw because another process holds the lock. */
export const isLocked = (error: unknown): boolean => error instanceof UserError && error.cause === LOCKED;

/**
 * Acquires a lock between processes. The returned function releases it.
 * @param file lock file
 * @param held message for the process id that holds the lock
 * @throws UserError while another process holds it
 */
export function acquireProcessLock(file: string, held: (pid: string) => string): () => void {
  const own = `${file}.${process.pid}`;
  const refuse = (name: string): never => {
    throw new UserError(held(name.replace(/ .*/, '')), { cause: LOCKED });
  };
  mkdirSync(dirname(file), { recursive: true });
  try {
    rmSync(own, { force: true });
    writeFileSync(own, processName(process.pid));
    if (!take(file, own)) {
      removeDead(file, own, refuse);
      if (!take(file, own)) refuse(holder(file));
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** Creates the lock file. A link appears together with its content, and fails where the file exists. */
function take(file: string, own: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP') throw error;
    // Some file systems have no hard links.
    if (existsSync(file)) return false;
    writeFileSync(file, processName(process.pid), { flag: 'wx' });
    return true;
  }
}

/** Removes the lock of a killed process. */
function removeDead(file: string, own: string, refuse: (name: string) => never): void {
  const found = holder(file);
  if (isProcessAlive(found)) refuse(found);
  const aside = `${own}.dead`;
  if (existsSync(file)) renameSync(file, aside);
  if (!existsSync(aside)) return;
  const removed = readFileSync(aside, 'utf8');
  // Another process acquired the lock between the two reads.
  if (removed !== found) linkSync(aside, file);
  rmSync(aside);
  if (removed !== found) refuse(removed);
}

const holder = (file: string): string => readIfPresent(file)?.toString() ?? '';

/** Whether the process of a {@link processName} on this machine still runs. */
export function isProcessAlive(name: string): boolean {
  const pid = Number(name.split(' ')[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processName(pid) === name;
}

/** Process id and, on Linux, start time of the process, because ids are reused. */
export function processName(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return `${pid} `;
  return `${pid} ${required(statFields(readFileSync(stat, 'utf8'))[19], `start time in ${stat}`)}`;
}
