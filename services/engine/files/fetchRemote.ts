import type { IncomingMessage } from 'node:http';
import { PUBLIC_ONLY, type AddressPolicy } from '../outbound/addressPolicy.ts';
import { storedText } from '../../../schemas/texts/stored.ts';
import { openResponse, OutboundError } from '../outbound/request.ts';

const MAX_REDIRECTS = 3;
/** For everything: DNS lookups, redirects and the whole body. */
const TIMEOUT_MS = 15_000;
/** They disclose nothing about the user. */
const HEADERS = { accept: 'image/*, video/*;q=0.9, */*;q=0.1', 'user-agent': 'media-fetcher' };

/** Why a file was not fetched; the message is for people. */
class FetchRejectedError extends Error {
  override name = 'FetchRejectedError';
}

export interface FetchOptions {
  timeoutMs?: number;
  /** Which addresses may be connected to; default those of the public internet. */
  policy?: AddressPolicy;
}

/**
 * Fetches the body of an address on the public internet. All addresses of its name are checked in the DNS lookup that the
 * connection itself uses, also for each redirect.
 * @returns a stream that fails at the timeout; the caller bounds its size and must read or destroy it
 * @throws FetchRejectedError
 */
export async function fetchRemote(address: string, options: FetchOptions = {}): Promise<IncomingMessage> {
  const { timeoutMs = TIMEOUT_MS, policy = PUBLIC_ONLY } = options;
  const deadline = performance.now() + timeoutMs;
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await openChecked(url, policy, Math.max(1, deadline - performance.now()));
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
      throw new FetchRejectedError(
        storedText('The address answers with status %{status}', { status: statusCode }),
      );
    url = parseAddress(headers.location, url);
  }
  throw new FetchRejectedError(
    storedText('The address redirects more than %{count} times', { count: MAX_REDIRECTS }),
  );
}

/** Parses like browsers do, so that 2130706433, 0x7f.1 and 0177.0.0.1 become the IP address that they stand for. */
function parseAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchRejectedError(storedText('The address cannot be read'));
  const url = new URL(address, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FetchRejectedError(storedText('Only http and https addresses are fetched'));
  if (url.username !== '' || url.password !== '')
    throw new FetchRejectedError(storedText('Addresses with a user name or password are not fetched'));
  return url;
}

async function openChecked(url: URL, policy: AddressPolicy, timeoutMs: number): Promise<IncomingMessage> {
  try {
    return await openResponse(url, { headers: HEADERS, policy, timeoutMs });
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** Why an address was not fetched, before or during its response; undefined for errors that the address did not cause. */
export function refusalOf(error: unknown): FetchRejectedError | undefined {
  if (error instanceof FetchRejectedError) return error;
  if (!(error instanceof OutboundError)) return undefined;
  if (error.kind === 'forbidden') return new FetchRejectedError(error.message, { cause: error });
  const message =
    error.kind === 'timeout'
      ? storedText('The address takes too long')
      : storedText('We can’t load this link. Check it or upload a file');
  return new FetchRejectedError(message, { cause: error });
}
