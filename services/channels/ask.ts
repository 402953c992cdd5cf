import { Agent as PlainAgent, request as plainly, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as securely } from 'node:https';

/** Milliseconds that a platform may take to answer a test. */
const TIMEOUT_MS = 5_000;
/** Characters of an answer that are read: a platform's verdict is short. */
const MOST_READ = 100_000;
/** Characters of a request's id. */
const MOST_REQUEST = 100;
/** Seconds that a platform may ask to wait. */
const LONGEST_WAIT = 3_600;

export interface PlatformAnswer {
  status: number;
  /** What was answered; undefined where it is no JSON. */
  body: Record<string, unknown> | undefined;
  /** Seconds after which it wants to be asked again, where it says so. */
  retryAfter?: number;
  /** What LINE calls the request that it took, this one or the one before with its key. */
  request?: string;
}

/** Nothing was answered. The message is for people. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  /** It is certain that nobody heard what was said: no connection came about. */
  get isUnheard(): boolean {
    const { code } = (this.cause ?? {}) as { code?: string };
    return code !== undefined && UNHEARD.has(code);
  }
}

const UNHEARD = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Some webhooks answer nobody who does not say who asks. */
const USUAL = { accept: '*/*', 'user-agent': 'messaging-console' };

/** What a platform is asked. */
export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/**
 * Connections stay for the next call, for less long than servers keep theirs. Node's own client instead of `fetch`: that
 * takes three times as much of the processor, which is what an answer of the bot mostly costs.
 */
const kept = { keepAlive: true, timeout: 4_000 };
const WAYS: Record<string, { send: typeof plainly; agent: PlainAgent }> = {
  'http:': { send: plainly, agent: new PlainAgent(kept) },
  'https:': { send: securely, agent: new SecureAgent(kept) },
};

/**
 * Asks a platform, and says what it answers whatever the status.
 * @throws Unreachable where it does not answer in five seconds
 */
export async function ask(url: string, question: Question): Promise<PlatformAnswer> {
  const { host } = new URL(url);
  try {
    const { response, text } = await answerTo(url, question);
    const { headers, statusCode: status = 0 } = response;
    const told = Number(headers['retry-after'] ?? Number.NaN);
    const request = headers['x-line-accepted-request-id'] ?? headers['x-line-request-id'];
    return {
      status,
      body: asObject(text),
      ...(told >= 0 && { retryAfter: Math.min(told, LONGEST_WAIT) }),
      ...(typeof request === 'string' && request && { request: request.slice(0, MOST_REQUEST) }),
    };
  } catch (error) {
    const words = error instanceof Late ? `${host} did not answer within 5 s` : `${host} cannot be reached`;
    throw new Unreachable(words, { cause: error });
  }
}

class Late extends Error {}

interface Heard {
  response: IncomingMessage;
  text: string;
}

function answerTo(url: string, { body = '', headers, ...question }: Question): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const way = WAYS[new URL(url).protocol];
    if (!way) throw new Error('Only http and https can be asked');
    const asked = way.send(url, { ...question, headers: { ...USUAL, ...headers }, agent: way.agent });
    const late = setTimeout(() => {
      reject(new Late());
      asked.destroy();
    }, TIMEOUT_MS);
    const fail = (error: Error): void => {
      clearTimeout(late);
      reject(error);
    };
    asked.on('error', fail).on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => void (text = (text + part).slice(0, MOST_READ)))
        .on('error', fail)
        .on('end', () => {
          clearTimeout(late);
          resolve({ response, text });
        });
    });
    // Given whole, it goes with its length and in one piece.
    asked.end(body);
  });
}

function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
