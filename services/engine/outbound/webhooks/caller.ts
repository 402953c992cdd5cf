import type { AddressPolicy } from '../addressPolicy.ts';
import type { CircuitBreaker } from '../circuitBreaker.ts';
import { callWebhook, WEBHOOK_TIMEOUT_MS, type WebhookResponse } from './call.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

/** Calls a webhook of the workspace. Never throws: whoever asked goes on without what went wrong. */
export type WebhookCaller = (url: string, body: object) => Promise<WebhookResponse>;

interface CallerOptions {
  policy: AddressPolicy;
  /** Signs the calls. */
  key?: string;
  /** Hosts that keep others waiting are not called. */
  circuits?: CircuitBreaker;
  /** Milliseconds that all calls together may take. */
  totalMs?: number;
}

/** Makes a caller whose calls share one deadline, beside the one of each. */
export function webhookCaller({ policy, key, circuits, totalMs = Infinity }: CallerOptions): WebhookCaller {
  let leftMs = totalMs;
  return async (url, body) => {
    if (leftMs < 1) return { fault: storedText('The time for webhooks is used up') };
    const leave = circuits ? circuits.enter(url) : (): void => {};
    if (!leave) return { fault: storedText('It keeps others waiting, and is not called for now') };
    const since = performance.now();
    const timeoutMs = Math.min(WEBHOOK_TIMEOUT_MS, Math.floor(leftMs));
    const answer = await callWebhook({ url, policy, body, key, timeoutMs });
    leave();
    leftMs -= performance.now() - since;
    return answer;
  };
}
