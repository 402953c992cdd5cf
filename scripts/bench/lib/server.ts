import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../lib/port.mjs';
import { ROOT } from '../../lib/project.mjs';

/** What a measured process says about itself; times in ms since its start. */
export interface Usage {
  /** CPU time of all its threads. */
  cpuMs: number;
  /** The part of it that the program itself took, without the system's calls. */
  userMs: number;
  /** Time in which the main thread's event loop was busy. */
  mainThreadMs: number;
  rssMb: number;
  peakRssMb: number;
}

export interface Server {
  url: string;
  /** From the start of the process to the first answer of the health check. */
  startMs: number;
  usage(): Promise<Usage>;
  /** Waits until what the start has set off (pictures, training) is done, and counts the memory's peak from then on. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const PROBE = join(ROOT, 'scripts/bench/lib/probe.mjs');
const START_TIMEOUT_MS = 180_000;
const SETTLE_TIMEOUT_MS = 120_000;
/** A process is calm that took less CPU than this in each of so many seconds. */
const CALM_CPU_MS = 50;
const CALM_SECONDS = 3;

/**
 * Starts a Node program that listens on PORT, with the probe inside, and waits until it is healthy.
 * @param file path from the repository's root
 * @throws Error with the end of its output when it stops before that
 */
export async function startServer(
  file: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<Server> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, '--import', PROBE, file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
  });
  const output = captureOutputTail(child);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  await waitUntilHealthy(url, child, output);
  const startMs = performance.now() - began;
  const ask = async (what: 'usage' | 'settled'): Promise<Usage> => {
    child.send(what);
    const [answer] = (await once(child, 'message')) as [Usage];
    return answer;
  };
  return {
    url,
    startMs,
    usage: () => ask('usage'),
    async settled() {
      const until = performance.now() + SETTLE_TIMEOUT_MS;
      let { cpuMs } = await ask('usage');
      for (let calm = 0; calm < CALM_SECONDS && performance.now() < until;) {
        await pause(1000);
        const now = await ask('usage');
        calm = now.cpuMs - cpuMs < CALM_CPU_MS ? calm + 1 : 0;
        cpuMs = now.cpuMs;
      }
      await ask('settled');
    },
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(kill, 20_000);
      await gone;
      clearTimeout(late);
    },
  };
}

async function waitUntilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`A measured server stopped:\n${output()}`);
    const ready = await fetch(`${url}/healthz`).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (ready) return;
    await pause(5);
  }
  child.kill('SIGKILL');
  throw new Error(`A measured server did not answer in ${START_TIMEOUT_MS / 1000} s:\n${output()}`);
}

function captureOutputTail(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
  }
  return () => text;
}
