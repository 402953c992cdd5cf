import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { toLineDay } from './lineDays.ts';
import type { OutboundSettings, UnsealedChannel, SentBroadcast } from '../types.ts';
import { LINE_API } from './addresses.ts';

const DAY_MS = 86_400_000;

/** Fetches LINE's figures of a broadcast; undefined where it has none. It does not report counts below 20. */
export async function fetchLineFigures(
  { token = '' }: UnsealedChannel,
  { request, unit, begunAt, days }: SentBroadcast,
  { addressOf }: OutboundSettings,
): Promise<Record<string, number> | undefined> {
  const path = request
    ? `event?requestId=${encodeURIComponent(request)}`
    : `event/aggregation?customAggregationUnit=${unit}&from=${toLineDay(begunAt.getTime())}&to=${toLineDay(begunAt.getTime() + days * DAY_MS)}`;
  try {
    const { status, body } = await callPlatform(`${addressOf(LINE_API)}/v2/bot/insight/message/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const overview = body?.['overview'];
    if (status !== 200 || typeof overview !== 'object' || overview === null) return undefined;
    const { delivered, uniqueImpression, uniqueClick } = overview as Record<string, unknown>;
    const figures = { delivered, opened: uniqueImpression, clicked: uniqueClick };
    return Object.fromEntries(
      Object.entries(figures).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
    );
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return undefined;
    throw error;
  }
}
