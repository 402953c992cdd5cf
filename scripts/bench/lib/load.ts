import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../lib/project.mjs';
import { computeTimings, type Timings } from './stats.ts';

/** Repeated requests. `{{n}}` in the body is another number each time. */
export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  /** Several alternate. */
  paths: string[];
  headers: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
  /** Number at which `{{n}}` begins. */
  from?: number;
}

export interface LoadResult extends Timings {
  perSecond: number;
  requests: number;
}

/** Loads a server from a process of its own. @throws Error when a request is not answered well */
export async function load(what: Load): Promise<LoadResult> {
  const child = fork(join(ROOT, 'scripts/bench/lib/loadProcess.mjs'), { stdio: 'inherit' });
  child.send(what);
  const [{ times, seconds, failed }] = (await once(child, 'message')) as [
    { times: number[]; seconds: number; failed: string | undefined },
  ];
  if (failed !== undefined) throw new Error(`${what.method ?? 'GET'} ${what.paths[0]}: ${failed}`);
  // Without a response each took longer than the load.
  const measured = times.length > 0 ? times : [what.seconds * 1000];
  return { ...computeTimings(measured), perSecond: times.length / seconds, requests: times.length };
}
