import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { asOwner, kill, ownerToken, start, type Ask } from '../../storage/running.ts';

/** What `/healthz` and a list may take while the services are attacked. */
const HEALTH_LIMIT_MS = 250;
const LIST_LIMIT_MS = 500;
const PROBE_INTERVAL_MS = 50;

/** The services in a process of their own, on a new demo workspace without conversations. */
export interface AttackedServer {
  url: string;
  /** Id of its process. */
  pid: number;
  /** The owner's id token. */
  token: string;
  /** Calls as the owner, all of which must succeed. */
  ask: Ask;
  stop(): Promise<void>;
}

/**
 * Starts the services for an attack.
 * @param settings environment variables beside those of the tests
 * @param platforms address of the stand-in for LINE and Facebook; without one nothing listens there
 */
export async function startServer(
  settings: Record<string, string> = {},
  platforms = 'http://127.0.0.1:9',
): Promise<AttackedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'console-attack-'));
  const running = await start(folder, platforms, settings);
  const { url } = running;
  const pid = running.process.pid;
  if (pid === undefined) throw new Error('The services have no process');
  return {
    url,
    pid,
    token: await ownerToken(url),
    ask: await asOwner(url),
    async stop() {
      await kill(running);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface ProbeResult {
  /** The slowest answer, in milliseconds. */
  slowestMs: number;
  /** Answers other than 200, and calls that failed. */
  failures: string[];
}

/** Asks `/healthz` and the list of templates every 50 ms while `attack` runs. */
export async function probeDuring(
  { url, token }: Pick<AttackedServer, 'url' | 'token'>,
  attack: () => Promise<unknown>,
): Promise<{ health: ProbeResult; list: ProbeResult }> {
  const headers = { authorization: `Bearer ${token}` };
  const targets = {
    health: { url: `${url}/healthz`, headers: {} },
    list: { url: `${url}/api/v1/templates?take=20`, headers },
  };
  const worker = new Worker(new URL('probe.mjs', import.meta.url), {
    workerData: { targets, intervalMs: PROBE_INTERVAL_MS },
  });
  try {
    await attack();
    const result = once(worker, 'message');
    worker.postMessage('stop');
    return (await result)[0] as { health: ProbeResult; list: ProbeResult };
  } finally {
    await worker.terminate();
  }
}

/** Runs `attack` and expects that health checks and lists are answered in time meanwhile. */
export async function expectServesDuring(
  server: Pick<AttackedServer, 'url' | 'token'>,
  attack: () => Promise<unknown>,
): Promise<void> {
  const { health, list } = await probeDuring(server, attack);
  expect({ health: health.failures, list: list.failures }).toEqual({ health: [], list: [] });
  expect(health.slowestMs).toBeLessThan(HEALTH_LIMIT_MS);
  expect(list.slowestMs).toBeLessThan(LIST_LIMIT_MS);
}
