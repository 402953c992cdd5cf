import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import type { OutboundSettings, QuotaResponse, UnsealedChannel } from '../types.ts';
import { LINE_API } from './addresses.ts';

/** Fetches the monthly quota and its use; `unknown` where LINE rejects the request or does not respond. */
export async function fetchLineQuota(
  { token = '' }: UnsealedChannel,
  { addressOf }: OutboundSettings,
): Promise<QuotaResponse> {
  const callMessageApi = async (path: string): Promise<Record<string, unknown>> => {
    const { status, body } = await callPlatform(`${addressOf(LINE_API)}/v2/bot/message/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (status === 200 && body) || {};
  };
  try {
    const { type, value: limit } = await callMessageApi('quota');
    if (type === 'none') return 'unlimited';
    if (typeof limit !== 'number') return 'unknown';
    const { totalUsage: used } = await callMessageApi('quota/consumption');
    return typeof used === 'number' ? { limit, used } : 'unknown';
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return 'unknown';
    throw error;
  }
}
