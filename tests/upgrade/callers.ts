import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Serving } from './versions.ts';

type Json = Record<string, unknown>;

/** What callers met. */
export interface Met {
  calls: number;
  /** Answers of 503 with `Retry-After`, after which the same call succeeded. */
  waited: number;
  /** Calls that were refused, and what was not as it had been acknowledged. */
  errors: string[];
}

export interface Said {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Json | string;
}

const MOST_WAITS = 60;
/** Errors that are told one by one. */
const TOLD = 15;

/** Asks processes as callers behind a balancer do: each call on a connection of its own, 503 asked again as told. */
export class Callers {
  readonly met: Met = { calls: 0, waited: 0, errors: [] };
  private readonly busy = new Map<Serving, number>();

  /** Has a process for as long as the work takes, so that it is not ended within it. */
  async hold<T>(at: Serving, work: () => Promise<T>): Promise<T> {
    this.busy.set(at, (this.busy.get(at) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.busy.set(at, (this.busy.get(at) ?? 1) - 1);
    }
  }

  /** Waits until nobody asks a process that gets no new calls, as a balancer does before it is ended. */
  async left(at: Serving): Promise<void> {
    while ((this.busy.get(at) ?? 0) > 0) await pause(10);
  }

  /** @returns the answer's body; undefined where it was refused, which is noted */
  ask(to: Serving, said: Said): Promise<Json | undefined> {
    return this.hold(to, () => this.asked(to, said));
  }

  private async asked(to: Serving, { method, path, headers = {}, body }: Said): Promise<Json | undefined> {
    const payload = typeof body === 'string' ? body : body && JSON.stringify(body);
    const all = {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    this.met.calls += 1;
    for (let waits = 0; ; waits += 1) {
      let answer: Answered;
      try {
        answer = await askOnce(`${to.url}${path}`, method, all, payload);
      } catch (error) {
        this.fault(`${to.version.name}: ${method} ${path}: ${String(error)}`);
        return undefined;
      }
      const { status, told } = answer;
      const after = answer.headers['retry-after'];
      if (status === 503 && after !== undefined && waits < MOST_WAITS) {
        if (waits === 0) this.met.waited += 1;
        await pause(Number(after) * 1000);
        continue;
      }
      if (status >= 200 && status < 300) return told.startsWith('{') ? (JSON.parse(told) as Json) : { told };
      this.fault(`${to.version.name}: ${method} ${path}: ${status} ${told.slice(0, 300)}`);
      return undefined;
    }
  }

  fault(what: string): void {
    this.met.errors.push(what);
    if (this.met.errors.length <= TOLD) console.log(`  ✗ ${what}`);
  }
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  told: string;
}

async function askOnce(
  url: string,
  method: string,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<Answered> {
  const asked = request(url, { method, headers, agent: false });
  asked.end(payload);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, told: await text(response) };
}
