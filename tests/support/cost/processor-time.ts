/** Calls of which the least counts: others can be hit by the compiler, the garbage collector or another process. */
const CALLS = 5;

/** Processor time of this thread in a call, in milliseconds. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = spentMs();
  await work();
  return spentMs() - before;
}

/** Linux brings the time of a thread up to date when the thread sleeps, and else every few milliseconds. */
function spentMs(): number {
  Atomics.wait(gate, 0, 0, 0.01);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
const gate = new Int32Array(new SharedArrayBuffer(4));

/** Work for 5 ms on a core of a small, busy server, whatever the time here. It contains nothing of this project. */
const TEXT = Array.from({ length: 2200 }, (_, index) => `${index} ệ Ω한 ㌖`).join();
const reference = (): number =>
  TEXT.normalize('NFKD')
    .normalize('NFC')
    .replaceAll(/\p{L}+/gu, (word) => word.toUpperCase()).length;

/** The least of several calls. Stops at the first that is no longer than `enoughMs`. */
async function leastTime(work: () => unknown, enoughMs = 0): Promise<number> {
  let least = Infinity;
  for (let call = 0; call < CALLS && least > enoughMs; call += 1) least = Math.min(least, await processorTime(work));
  return least;
}

/** The median of several calls: a single call can be measured as nothing. */
async function referenceTime(): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) times.push(await processorTime(reference));
  return times.toSorted((one, other) => one - other)[Math.floor(CALLS / 2)]!;
}

/**
 * Returns how many milliseconds a call takes on a small server, if it takes more than the law allows: 5 ms. The reference is measured in
 * the same moment, so that a slow or busy machine breaks no law.
 */
export async function timeAgainstLaw(work: () => unknown): Promise<number | undefined> {
  limitMs ??= await referenceTime();
  const began = performance.now();
  await work();
  if (performance.now() - began <= limitMs) return undefined;
  if ((await leastTime(work, limitMs)) <= limitMs) return undefined;
  let ratio = Infinity;
  // The machine may become busier between the two measurements: the verdict needs several of them.
  for (let round = 0; round < ROUNDS && ratio > 1; round += 1)
    ratio = Math.min(ratio, (await leastTime(work)) / (await referenceTime()));
  return ratio > 1 ? Math.round(ratio * LAW_MS * 10) / 10 : undefined;
}

const ROUNDS = 3;

const LAW_MS = 5;
/** Time of the reference on this machine. */
let limitMs: number | undefined;
