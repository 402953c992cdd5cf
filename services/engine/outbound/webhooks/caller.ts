import type { AddressPolicy } from '../addressPolicy.ts';
import type { CircuitBreaker } from '../circuitBreaker.ts';
import { callWebhook, WEBHOOK_TIMEOUT_MS, type WebhookResponse } from './call.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/** Calls a webhook of the workspace. Never throws: the result has an error. */
export type WebhookCaller = (url: string, body: object) => Promise<WebhookResponse>;

interface CallerOptions {
  policy: AddressPolicy;
  /** Signs the calls. */
  key?: string;
  /** Rejects calls of hosts that are slow or do not answer. */
  circuits?: CircuitBreaker;
  /** Milliseconds that all calls together may take. */
  totalMs?: number;
}

/** Creates a caller whose calls share one time budget, beside the timeout of each. */
export function webhookCaller({ policy, key, circuits, totalMs = Infinity }: CallerOptions): WebhookCaller {
  let remainingMs = totalMs;
  return async (url, body) => {
    if (remainingMs < 1) return { fault: storedText('The time for webhooks is used up') };
    const endCall = circuits ? circuits.enter(url) : (): void => {};
    if (!endCall) return { fault: storedText('It keeps others waiting, and is not called for now') };
    const startedAt = performance.now();
    const timeoutMs = Math.min(WEBHOOK_TIMEOUT_MS, Math.floor(remainingMs));
    const response = await callWebhook({ url, policy, body, key, timeoutMs });
    endCall();
    remainingMs -= performance.now() - startedAt;
    return response;
  };
}
