import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { toLineDay } from './lineDays.ts';
import type { OutboundSettings, UnsealedChannel, SentBroadcast } from '../types.ts';
import { LINE_API } from './addresses.ts';

const DAY_MS = 86_400_000;

/** What LINE counts by now; undefined where it does not say. Counts below 20 it keeps to itself. */
export async function fetchLineFigures(
  { token = '' }: UnsealedChannel,
  { request, unit, begunAt: begun, days }: SentBroadcast,
  { addressOf }: OutboundSettings,
): Promise<Record<string, number> | undefined> {
  const path = request
    ? `event?requestId=${encodeURIComponent(request)}`
    : `event/aggregation?customAggregationUnit=${unit}&from=${toLineDay(begun.getTime())}&to=${toLineDay(begun.getTime() + days * DAY_MS)}`;
  try {
    const { status, body } = await callPlatform(`${addressOf(LINE_API)}/v2/bot/insight/message/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const told = body?.['overview'];
    if (status !== 200 || typeof told !== 'object' || told === null) return undefined;
    const { delivered, uniqueImpression, uniqueClick } = told as Record<string, unknown>;
    const figures = { delivered, opened: uniqueImpression, clicked: uniqueClick };
    return Object.fromEntries(
      Object.entries(figures).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
    );
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return undefined;
    throw error;
  }
}
