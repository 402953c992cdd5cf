import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export type Json = Record<string, unknown>;

export interface Said {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Json | string;
}

export interface Answer {
  status: number;
  body: Json;
  /** When the call was made that was answered so. */
  sentAt: number;
}

/** A call that was told to come again. */
interface Refusal {
  at: number;
  /** The process that said so. */
  by: string;
}

const PATIENCE_MS = 60_000;
const TOLD = 15;

/** Calls the services as programs do that follow `Retry-After`, and notes everything that is no answer to a call. */
export class Callers {
  calls = 0;
  slowestMs = 0;
  readonly refusals: Refusal[] = [];
  /** Answers that the same call is still under way. */
  inProgress = 0;
  readonly faults: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 200 });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** @returns the answer; undefined where it was one that nobody should get, which is noted */
  async ask(said: Said, isExpected: (status: number) => boolean = () => false): Promise<Answer | undefined> {
    this.calls += 1;
    const began = Date.now();
    for (;;) {
      const sentAt = Date.now();
      const told = `${said.method} ${said.path}`;
      try {
        const { status, headers, body } = await this.askOnce(said);
        this.slowestMs = Math.max(this.slowestMs, Date.now() - sentAt);
        const after = headers['retry-after'];
        const isBusy = status === 409 && body['code'] === 'IN_PROGRESS';
        const isAway = status === 503 && after !== undefined;
        if (status < 300 || isExpected(status)) return { status, body, sentAt };
        if (isAway) this.refusals.push({ at: Date.now(), by: String(headers['x-served-by']) });
        if (isBusy) this.inProgress += 1;
        if (!isAway && !isBusy) throw new Error(`${status} ${JSON.stringify(body).slice(0, 300)}`);
        if (Date.now() - began > PATIENCE_MS * 2) throw new Error('told to wait for too long');
        await pause(Number(after ?? 1) * 1000);
      } catch (error) {
        this.fault(`${told} after ${Date.now() - sentAt} ms: ${String(error)}`);
        return undefined;
      }
    }
  }

  private async askOnce({ method, path, headers = {}, body }: Said) {
    const payload = typeof body === 'string' ? body : body && JSON.stringify(body);
    const all = {
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      authorization: `Bearer ${this.token}`,
      ...headers,
    };
    const { agent } = this;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const asked = request(`${this.url}${path}`, { method, headers: all, agent, signal });
    asked.end(payload);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const said = await text(response);
    const parsed: unknown = /^[{[]/.test(said) ? JSON.parse(said) : { said };
    return { status: response.statusCode ?? 0, headers: response.headers, body: parsed as Json };
  }

  fault(what: string): void {
    this.faults.push(what);
    if (this.faults.length <= TOLD) console.log(`  ✗ ${what}`);
  }
}
