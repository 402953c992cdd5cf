import type { AddressPolicy } from './addressPolicy.ts';
import { openResponse, OutboundError } from './request.ts';
import { message } from '../../../schemas/texts/translate.ts';

export const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 8_000;
/** Bytes of a body that are read to detect its type. */
const HEAD_BYTES = 4_096;
/** Like a browser's, since some sites answer no other clients. */
const HEADERS = {
  accept: 'text/html,application/xhtml+xml,image/*;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (compatible; link-check)',
};

/**
 * Result of requesting an address. A reason is a text of the catalogue with the parameters `%{what}`, the address, and
 * `%{most}`, `MAX_REDIRECTS`.
 */
export type Probe =
  | {
      state: 'answered';
      status: number;
      /** Bytes of the whole body, where `Content-Length` says so. */
      size: number | undefined;
      /** The first bytes of the body. */
      head: Buffer;
      /** `Last-Modified` or `ETag`, to notice a change of a body whose size is unknown. */
      stamp: string | undefined;
    }
  /** It leads into an inner network, or is no web address. */
  | { state: 'forbidden'; reason: string }
  /** No response; the network in between may be at fault. */
  | { state: 'silent'; reason: string };

/** Requests an address and follows its redirects, each checked by the policy. */
export async function probe(
  address: string,
  {
    policy,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: { policy: AddressPolicy; signal?: AbortSignal; timeoutMs?: number },
): Promise<Probe> {
  const deadline = performance.now() + timeoutMs;
  let url: URL | undefined;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      url = URL.canParse(address, url) ? new URL(address, url) : undefined;
      if (!url || !['http:', 'https:'].includes(url.protocol))
        return { state: 'forbidden', reason: message('%{what} leads to what is no web address') };
      const remainingMs = Math.max(1, deadline - performance.now());
      const response = await openResponse(url, { headers: HEADERS, policy, signal, timeoutMs: remainingMs });
      const { statusCode: status = 0, headers } = response;
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        response.destroy();
        address = headers.location;
        continue;
      }
      const head = await readHead(response);
      response.destroy();
      const length = Number(headers['content-length']);
      return {
        ...{ state: 'answered', status, head, size: Number.isFinite(length) ? length : undefined },
        stamp: headers['last-modified'] ?? headers.etag,
      };
    }
    return { state: 'forbidden', reason: message('%{what} redirects more than %{most} times') };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.kind === 'forbidden')
      return { state: 'forbidden', reason: message('%{what} leads into an inner network') };
    return {
      state: 'silent',
      reason: message(
        error.kind === 'timeout' ? '%{what} takes too long to answer' : '%{what} cannot be reached',
      ),
    };
  }
}

async function readHead(response: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}
