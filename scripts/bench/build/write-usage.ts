// Loaded into a measured process before its program: writes the CPU time and memory of all its threads to the file USAGE_FILE.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const STATUS = '/proc/self/status';

// Every thread of the process loads this; the main thread ends last.
if (isMainThread) process.on('exit', writeUsage);

function writeUsage(): void {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  // On Linux maxRSS starts from the memory of the parent process; VmHWM counts this process only.
  const peak = existsSync(STATUS) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))?.[1];
  const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: (Number(peak || maxRSS) * 1024) / 1e6 };
  writeFileSync(process.env.USAGE_FILE!, JSON.stringify(usage));
}
