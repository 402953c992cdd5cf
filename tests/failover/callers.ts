import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export type Json = Record<string, unknown>;

export interface CallRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Json | string;
}

export interface CallResult {
  status: number;
  body: Json;
  /** When the answered attempt was sent. */
  sentAt: number;
}

/** A 503 response. */
interface Rejection {
  at: number;
  /** Name of the process. */
  by: string;
}

const CALL_TIMEOUT_MS = 60_000;
const MAX_PRINTED_ERRORS = 15;

/** Calls the services like clients that respect `Retry-After`, and records unexpected responses. */
export class Callers {
  calls = 0;
  slowestMs = 0;
  readonly rejections: Rejection[] = [];
  /** Responses that the same call is still in progress. */
  inProgress = 0;
  readonly errors: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 200 });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** @returns the response; undefined for an unexpected one, which is recorded */
  async call(
    callRequest: CallRequest,
    isExpected: (status: number) => boolean = () => false,
  ): Promise<CallResult | undefined> {
    this.calls += 1;
    const startedAt = Date.now();
    for (;;) {
      const sentAt = Date.now();
      const description = `${callRequest.method} ${callRequest.path}`;
      try {
        const { status, headers, body } = await this.sendOnce(callRequest);
        this.slowestMs = Math.max(this.slowestMs, Date.now() - sentAt);
        const after = headers['retry-after'];
        const isBusy = status === 409 && body['code'] === 'IN_PROGRESS';
        const isAway = status === 503 && after !== undefined;
        if (status < 300 || isExpected(status)) return { status, body, sentAt };
        if (isAway) this.rejections.push({ at: Date.now(), by: String(headers['x-served-by']) });
        if (isBusy) this.inProgress += 1;
        if (!isAway && !isBusy) throw new Error(`${status} ${JSON.stringify(body).slice(0, 300)}`);
        if (Date.now() - startedAt > CALL_TIMEOUT_MS * 2) throw new Error('told to wait for too long');
        await pause(Number(after ?? 1) * 1000);
      } catch (error) {
        this.reportError(`${description} after ${Date.now() - sentAt} ms: ${String(error)}`);
        return undefined;
      }
    }
  }

  private async sendOnce({ method, path, headers = {}, body }: CallRequest) {
    const payload = typeof body === 'string' ? body : body && JSON.stringify(body);
    const allHeaders = {
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      authorization: `Bearer ${this.token}`,
      ...headers,
    };
    const { agent } = this;
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const clientRequest = request(`${this.url}${path}`, { method, headers: allHeaders, agent, signal });
    clientRequest.end(payload);
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    const content = await text(response);
    const parsed: unknown = /^[{[]/.test(content) ? JSON.parse(content) : { content };
    return { status: response.statusCode ?? 0, headers: response.headers, body: parsed as Json };
  }

  reportError(what: string): void {
    this.errors.push(what);
    if (this.errors.length <= MAX_PRINTED_ERRORS) console.log(`  ✗ ${what}`);
  }
}
