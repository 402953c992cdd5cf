import { NOW_DELAY_MS } from '../../../schemas/campaigns/hourlyLimit.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import { WORKSPACE_ZONE, toWallTime } from '../../../schemas/model/zonedTime.ts';
import type { Network } from '../../../schemas/generated/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { message } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';
import type { TextValues } from '../../../schemas/texts/translate.ts';

/** The workspace's settings for broadcasts. */
export type SendingRules = Required<Pick<Network, 'quietRule' | 'undoSeconds'>> &
  Pick<Network, 'quietFrom' | 'quietUntil'>;

/** Error text for a time in the past. */
export const PAST_TIME = message('You cannot choose time in the past');

const DEFAULT_RULES: SendingRules = { quietRule: 'off', undoSeconds: 30 };

/**
 * When a broadcast that is scheduled now begins, in milliseconds: at its time, but not within the undo period.
 * @param sendAt omitted: as soon as possible
 */
export const resolveSendTime = (
  sendAt: string | undefined,
  { undoSeconds }: Pick<SendingRules, 'undoSeconds'>,
  now = Date.now(),
): number =>
  sendAt === undefined ? now + NOW_DELAY_MS : Math.max(Date.parse(sendAt), now + undoSeconds * 1000);

export async function readSendingRules(
  { catalog }: Pick<Services, 'catalog'>,
  tx?: Queryable,
): Promise<SendingRules> {
  const network = catalog.repository('network');
  const [stored] = (await (tx ? network?.within(tx) : network)?.list({ take: 1 })) ?? [];
  const {
    quietRule = DEFAULT_RULES.quietRule,
    undoSeconds = DEFAULT_RULES.undoSeconds,
    quietFrom,
    quietUntil,
  } = stored ?? {};
  return { quietRule, undoSeconds, ...(quietFrom && { quietFrom }), ...(quietUntil && { quietUntil }) };
}

type QuietRules = Pick<SendingRules, 'quietRule' | 'quietFrom' | 'quietUntil'>;

/** The quiet hours as people read them, `22:00 to 08:00`; undefined where there are none. */
export const formatQuietHours = ({ quietRule, quietFrom, quietUntil }: QuietRules): string | undefined =>
  quietRule === 'off' || quietFrom === undefined || quietUntil === undefined
    ? undefined
    : storedText('%{from} to %{until}', { from: quietFrom, until: quietUntil });

/** Whether a time, in milliseconds, lies in the quiet hours, which may go over midnight; their end is outside. */
export function isQuiet(rules: QuietRules, at: number): boolean {
  const { quietFrom: from = '', quietUntil: until = '' } = rules;
  if (formatQuietHours(rules) === undefined) return false;
  const time = toWallTime(new Date(at).toISOString(), WORKSPACE_ZONE).slice(11);
  return from <= until ? time >= from && time < until : time >= from || time < until;
}

const quietMessageValues = (rules: QuietRules, at: number): TextValues => ({
  time: formatTime(new Date(at).toISOString()),
  hours: formatQuietHours(rules),
});

/** Says that nothing is sent at a time in quiet hours; undefined where sending is allowed. */
export const quietRefusal = (rules: QuietRules, at: number): string | undefined =>
  rules.quietRule === 'refuse' && isQuiet(rules, at)
    ? storedText(
        '%{time} is in the quiet hours (%{hours}), in which nothing is sent',
        quietMessageValues(rules, at),
      )
    : undefined;

/** When a retry that is begun now sends, in milliseconds: at the end of its undo period. */
export const resolveRetryTime = ({ undoSeconds }: Pick<SendingRules, 'undoSeconds'>): number =>
  Date.now() + undoSeconds * 1000;

/** Says that nothing is retried at a time in quiet hours; undefined where it is allowed. */
export function retryRefusal(rules: QuietRules, at: number): string | undefined {
  return quietRefusal(rules, at) === undefined
    ? undefined
    : storedText(
        '%{time} is in the quiet hours (%{hours}), in which nothing is sent. Retry it after them.',
        quietMessageValues(rules, at),
      );
}
