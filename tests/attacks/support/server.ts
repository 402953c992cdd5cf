import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import {
  createOwnerClient,
  kill,
  signInOwner,
  startServices,
  type ApiCall,
} from '../../storage/servicesProcess.ts';

/** Limits of response times during an attack. */
const HEALTH_LIMIT_MS = 250;
const LIST_LIMIT_MS = 500;
const PROBE_INTERVAL_MS = 50;

/** The services in a process of their own, on a new demo workspace without conversations. */
export interface AttackedServer {
  url: string;
  /** Process id. */
  pid: number;
  /** The owner's id token. */
  token: string;
  /** Calls as the owner, all of which must succeed. */
  ask: ApiCall;
  stop(): Promise<void>;
}

/**
 * Starts the services for an attack.
 * @param settings further environment variables
 * @param platforms address of the mock LINE and Facebook; by default nothing listens there
 */
export async function startServer(
  settings: Record<string, string> = {},
  platforms = 'http://127.0.0.1:9',
): Promise<AttackedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'console-attack-'));
  const running = await startServices(folder, platforms, settings);
  const { url } = running;
  const pid = running.process.pid;
  if (pid === undefined) throw new Error('The services have no process');
  return {
    url,
    pid,
    token: await signInOwner(url),
    ask: await createOwnerClient(url),
    async stop() {
      await kill(running);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface ProbeResult {
  slowestMs: number;
  /** Responses other than 200, and failed calls. */
  failures: string[];
}

/** Requests `/healthz` and the list of templates every 50 ms while `attack` runs. */
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

/** Runs `attack` and expects health checks and lists to be answered in time meanwhile. */
export async function expectServesDuring(
  server: Pick<AttackedServer, 'url' | 'token'>,
  attack: () => Promise<unknown>,
): Promise<void> {
  const { health, list } = await probeDuring(server, attack);
  expect({ health: health.failures, list: list.failures }).toEqual({ health: [], list: [] });
  expect(health.slowestMs).toBeLessThan(HEALTH_LIMIT_MS);
  expect(list.slowestMs).toBeLessThan(LIST_LIMIT_MS);
}
