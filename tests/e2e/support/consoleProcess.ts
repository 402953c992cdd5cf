import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../../scripts/lib/port.mjs';

export interface RunningConsole {
  url: string;
  /** What it has printed so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts a second console with settings of its own, as a person would, and waits until it is ready. */
export async function startConsole(script: string, settings: NodeJS.ProcessEnv): Promise<RunningConsole> {
  const port = String(await findFreePort());
  const env = { ...process.env, RATE_LIMIT: '0', DATABASE_URL: '', ...settings, PORT: port };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await ready(url, child, () => printed);
  return { url, output: () => printed, stop: () => stop(child) };
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + 240_000; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error(`The console stopped with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The console was not ready in time:\n${output()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
