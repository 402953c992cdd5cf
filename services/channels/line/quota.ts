import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import type { Addresses, UnsealedChannel, MonthlyQuota } from '../types.ts';
import { LINE_API } from './addresses.ts';

/** What LINE says is left of the month; null where there is no limit, or nobody knows. */
export async function fetchLineQuota(
  { token = '' }: UnsealedChannel,
  { addressOf }: Addresses,
): Promise<MonthlyQuota | null> {
  const number = async (path: string, field: string): Promise<number | undefined> => {
    const { status, body } = await callPlatform(`${addressOf(LINE_API)}/v2/bot/message/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const value = body?.[field];
    return status === 200 && typeof value === 'number' ? value : undefined;
  };
  try {
    const limit = await number('quota', 'value');
    if (limit === undefined) return null;
    const used = await number('quota/consumption', 'totalUsage');
    return used === undefined ? null : { limit, used };
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return null;
    throw error;
  }
}
