import { spawn } from 'node:child_process';

export interface Run {
  code: number | null;
  /** Stderr followed by stdout: pipes lose the order between the two. */
  output: string;
}

/**
 * Runs a program to its end.
 * @param onStart receives the id of its process
 */
export function runAndCapture(
  program: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  onStart?: (pid: number) => void,
): Promise<Run> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, env });
    if (child.pid) onStart?.(child.pid);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output: stderr + stdout }));
  });
}
