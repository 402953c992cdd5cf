import type { IncomingMessage } from 'node:http';
import { PUBLIC_ONLY, type AddressPolicy } from '../outbound/addressPolicy.ts';
import { openResponse, OutboundError } from '../outbound/request.ts';

/** Redirects that are followed. */
const MAX_REDIRECTS = 3;
/** Milliseconds for everything: names, redirects, the last byte. */
const TIMEOUT_MS = 15_000;
/** Tells nothing of who asks. */
const HEADERS = { accept: 'image/*, video/*;q=0.9, */*;q=0.1', 'user-agent': 'media-fetcher' };

/** Why something was not fetched, told for people. */
class FetchRejectedError extends Error {
  override name = 'FetchRefused';
}

export interface FetchOptions {
  timeoutMs?: number;
  /** Which addresses may be connected to; default those of the public internet. */
  policy?: AddressPolicy;
}

/**
 * The body of an address on the public internet. Every address that a name has is judged in the look-up that the
 * connection itself uses; the same holds for each redirect. Sends nothing that tells who asks.
 * @returns a stream that fails when the time is up; the caller bounds its size and must read or destroy it
 * @throws FetchRejectedError
 */
export async function fetchRemote(address: string, options: FetchOptions = {}): Promise<IncomingMessage> {
  const { timeoutMs = TIMEOUT_MS, policy = PUBLIC_ONLY } = options;
  const until = performance.now() + timeoutMs;
  let url = readAddress(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await open(url, policy, Math.max(1, until - performance.now()));
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
      throw new FetchRejectedError(`The address answers with status ${statusCode}`);
    url = readAddress(headers.location, url);
  }
  throw new FetchRejectedError(`The address redirects more than ${MAX_REDIRECTS} times`);
}

/** Reading as browsers do makes 2130706433, 0x7f.1 and 0177.0.0.1 the address that they mean. */
function readAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchRejectedError('The address cannot be read');
  const url = new URL(address, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FetchRejectedError('Only http and https addresses are fetched');
  if (url.username !== '' || url.password !== '')
    throw new FetchRejectedError('Addresses with a user name or password are not fetched');
  return url;
}

async function open(url: URL, policy: AddressPolicy, timeoutMs: number): Promise<IncomingMessage> {
  try {
    return await openResponse(url, { headers: HEADERS, policy, timeoutMs });
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** Why an address was not fetched, before its answer or within it; undefined for what is no fault of the address. */
export function refusalOf(error: unknown): FetchRejectedError | undefined {
  if (error instanceof FetchRejectedError) return error;
  if (!(error instanceof OutboundError)) return undefined;
  if (error.kind === 'forbidden') return new FetchRejectedError(error.message, { cause: error });
  const words =
    error.kind === 'timeout'
      ? 'The address takes too long'
      : 'We can’t load this link. Check it or upload a file';
  return new FetchRejectedError(words, { cause: error });
}
