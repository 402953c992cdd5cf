import type { AddressPolicy } from '../addressPolicy.ts';
import { signedRequest } from './signature.ts';
import { OutboundError, request, type OutboundOptions } from '../request.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/** Milliseconds that a webhook may take; the conversation goes on without it then. */
export const WEBHOOK_TIMEOUT_MS = 5_000;

/** Said of an answer that is no JSON. */
export const NO_JSON = storedText('It answered no JSON');

interface WebhookCall extends Pick<OutboundOptions, 'signal' | 'timeoutMs'> {
  policy: AddressPolicy;
  url: string;
  body: object;
  /** Signs the call, so that its receiver knows whose it is. */
  key?: string;
}

export type WebhookResponse = { json: unknown } | { fault: string };

/**
 * Asks a webhook by a signed call. Never throws: what went wrong is told, and whoever asked goes on without.
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
    const answer = await request(url, { ...signedRequest(policy, body, key), signal, timeoutMs });
    if (answer.status < 200 || answer.status > 299)
      return { fault: storedText('It answered %{status}', { status: answer.status }) };
    if (answer.isTruncated) return { fault: NO_JSON };
    return { json: JSON.parse(answer.body.toString('utf8')) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: NO_JSON };
    if (error instanceof OutboundError && error.kind === 'forbidden') return { fault: error.message };
    const isLate = error instanceof OutboundError && error.kind === 'timeout';
    return {
      fault: isLate
        ? storedText('It did not answer within %{seconds} s', { seconds: timeoutMs / 1000 })
        : storedText('It cannot be reached'),
    };
  }
}
