import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/** Redirects that are followed. */
const MAX_REDIRECTS = 3;
/** Milliseconds for everything: names, redirects, the last byte. */
const TIMEOUT_MS = 15_000;

/** Why something was not fetched, told for people. */
export class FetchRefused extends Error {
  override name = 'FetchRefused';
}

export interface FetchOptions {
  timeout?: number;
  /** Which addresses may be connected to. */
  reaches?: (address: string) => boolean;
}

/**
 * The body of an address on the public internet. A name is resolved once, every address that it has is judged, and
 * the connection goes to one of those; the same holds for each redirect. Sends nothing that tells who asks.
 * @returns a stream that fails when the time is up; the caller bounds its size and must read or destroy it
 * @throws FetchRefused
 */
export async function fetchRemote(address: string, options: FetchOptions = {}): Promise<IncomingMessage> {
  const { timeout = TIMEOUT_MS, reaches = isPublicAddress } = options;
  const signal = AbortSignal.timeout(timeout);
  let url = readAddress(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await ask(url, reaches, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
      throw new FetchRefused(`The address answers with status ${statusCode}`);
    url = readAddress(headers.location, url);
  }
  throw new FetchRefused(`The address redirects more than ${MAX_REDIRECTS} times`);
}

/** Reading as browsers do makes 2130706433, 0x7f.1 and 0177.0.0.1 the address that they mean. */
function readAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchRefused('The address cannot be read');
  const url = new URL(address, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FetchRefused('Only http and https addresses are fetched');
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('Addresses with a user name or password are not fetched');
  return url;
}

const INNER = 'The address is not on the public internet';

function ask(url: URL, reaches: (address: string) => boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Addresses written as such are not looked up, so that the look-up cannot judge them.
  if (isIP(host) && !reaches(host)) throw new FetchRefused(INNER);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((answered, failed) => {
    const request = send(url, {
      agent: false,
      lookup: judgedLookup(reaches),
      signal,
      headers: {
        accept: 'image/*, video/*;q=0.9, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'media-fetcher',
      },
    });
    request.on('error', (error: Error) => failed(asRefusal(error, signal)));
    request.on('response', (answer) => {
      const stop = (): void => void answer.destroy(new FetchRefused('The address takes too long'));
      signal.addEventListener('abort', stop, { once: true });
      answer.once('close', () => signal.removeEventListener('abort', stop));
      answered(answer);
    });
    request.end();
  });
}

/** Resolves a name and lets it through only when every address that it has may be connected to. */
function judgedLookup(reaches: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error) done(error, '');
      else if (!first || !found.every(({ address }) => reaches(address))) done(new FetchRefused(INNER), '');
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

function asRefusal(error: Error, signal: AbortSignal): FetchRefused {
  if (error instanceof FetchRefused) return error;
  if (signal.aborted) return new FetchRefused('The address takes too long', { cause: error });
  return new FetchRefused('The address cannot be reached', { cause: error });
}
