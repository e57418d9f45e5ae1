// Loaded into a measured process before its program, in JavaScript, which starts faster: writes the CPU time and memory of all its threads to the file USAGE_FILE.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const STATUS = '/proc/self/status';
const STAT = '/proc/self/stat';

/** Linux counts the time of ended child processes in hundredths of a second. */
const TICKS_PER_SECOND = 100;

// Every thread of the process loads this; the main thread ends last.
if (isMainThread) process.on('exit', writeUsage);

function writeUsage() {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  // On Linux maxRSS starts from the memory of the parent process; VmHWM counts this process only.
  const peak = existsSync(STATUS) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))?.[1];
  const usage = {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 + childSeconds(),
    megabytes: (Number(peak || maxRSS) * 1024) / 1e6,
  };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
}

/** CPU time of ended child processes; 0 where the system does not tell. */
function childSeconds() {
  if (!existsSync(STAT)) return 0;
  // The name of the program stands in brackets and may hold spaces.
  const fields = readFileSync(STAT, 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
