import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from './versions.ts';

type Json = Record<string, unknown>;

export interface CallStatistics {
  calls: number;
  /** Calls that were answered 503 with `Retry-After` and then succeeded. */
  waited: number;
  /** Failed calls, and lost acknowledged writes. */
  errors: string[];
}

export interface CallRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Json | string;
}

const MAX_RETRIES = 60;
const MAX_PRINTED_ERRORS = 15;

/** Calls processes like clients behind a load balancer: each call on its own connection, with a retry after 503. */
export class Callers {
  readonly statistics: CallStatistics = { calls: 0, waited: 0, errors: [] };
  private readonly busy = new Map<RunningServer, number>();

  /** Marks a process as in use while the work runs, so that it is not stopped meanwhile. */
  async useServer<T>(at: RunningServer, work: () => Promise<T>): Promise<T> {
    this.busy.set(at, (this.busy.get(at) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.busy.set(at, (this.busy.get(at) ?? 1) - 1);
    }
  }

  /** Drains a process, as a load balancer does before it is stopped. */
  async waitUntilIdle(at: RunningServer): Promise<void> {
    while ((this.busy.get(at) ?? 0) > 0) await pause(10);
  }

  /** @returns the body of the response; undefined after an error, which is recorded */
  call(to: RunningServer, callRequest: CallRequest): Promise<Json | undefined> {
    return this.useServer(to, () => this.send(to, callRequest));
  }

  private async send(
    to: RunningServer,
    { method, path, headers = {}, body }: CallRequest,
  ): Promise<Json | undefined> {
    const payload = typeof body === 'string' ? body : body && JSON.stringify(body);
    const allHeaders = {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    this.statistics.calls += 1;
    for (let retries = 0; ; retries += 1) {
      let answer: CallResponse;
      try {
        answer = await sendOnce(`${to.url}${path}`, method, allHeaders, payload);
      } catch (error) {
        this.reportError(`${to.version.name}: ${method} ${path}: ${String(error)}`);
        return undefined;
      }
      const { status, content } = answer;
      const retryAfter = answer.headers['retry-after'];
      if (status === 503 && retryAfter !== undefined && retries < MAX_RETRIES) {
        if (retries === 0) this.statistics.waited += 1;
        await pause(Number(retryAfter) * 1000);
        continue;
      }
      if (status >= 200 && status < 300)
        return content.startsWith('{') ? (JSON.parse(content) as Json) : { content };
      this.reportError(`${to.version.name}: ${method} ${path}: ${status} ${content.slice(0, 300)}`);
      return undefined;
    }
  }

  reportError(what: string): void {
    this.statistics.errors.push(what);
    if (this.statistics.errors.length <= MAX_PRINTED_ERRORS) console.log(`  ✗ ${what}`);
  }
}

interface CallResponse {
  status: number;
  headers: IncomingHttpHeaders;
  content: string;
}

async function sendOnce(
  url: string,
  method: string,
  headers: Record<string, string>,
  payload: string | undefined,
): Promise<CallResponse> {
  const clientRequest = request(url, { method, headers, agent: false });
  clientRequest.end(payload);
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, content: await text(response) };
}
