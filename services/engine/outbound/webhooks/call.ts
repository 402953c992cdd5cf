import type { AddressPolicy } from '../addressPolicy.ts';
import { signedRequest } from './signature.ts';
import { OutboundError, request, type OutboundOptions } from '../request.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/** Milliseconds that a webhook may take; then the conversation continues without it. */
export const WEBHOOK_TIMEOUT_MS = 5_000;

/** The error of a response that is not JSON. */
export const NOT_JSON = storedText('It answered no JSON');

interface WebhookCall extends Pick<OutboundOptions, 'signal' | 'timeoutMs'> {
  policy: AddressPolicy;
  url: string;
  body: object;
  /** Signs the call, so that its receiver can verify the sender. */
  key?: string;
}

export type WebhookResponse = { json: unknown } | { fault: string };

/**
 * Calls a webhook, signed. Never throws: the result has an error, so that the caller can continue without the response.
 */
export async function callWebhook({
  url,
  policy,
  body,
  key,
  signal,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
}: WebhookCall): Promise<WebhookResponse> {
  try {
    const response = await request(url, { ...signedRequest(policy, body, key), signal, timeoutMs });
    if (response.status < 200 || response.status > 299)
      return { fault: storedText('It answered %{status}', { status: response.status }) };
    if (response.isTruncated) return { fault: NOT_JSON };
    return { json: JSON.parse(response.body.toString('utf8')) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: NOT_JSON };
    if (error instanceof OutboundError && error.kind === 'forbidden') return { fault: error.message };
    const isTimeout = error instanceof OutboundError && error.kind === 'timeout';
    return {
      fault: isTimeout
        ? storedText('It did not answer within %{seconds} s', { seconds: timeoutMs / 1000 })
        : storedText('It cannot be reached'),
    };
  }
}
