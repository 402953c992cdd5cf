import type { ChannelType } from '../../../schemas/channels/types.ts';

/** Calls of one kind that a broadcast makes on one channel, at most, in any stretch of so many milliseconds. */
export interface Rate {
  calls: number;
  perMs: number;
  /** What is told of a broadcast that waits for it. */
  note: string;
}

/** The call that reaches everybody, one for many, one for each person, and a question about figures. */
export type CallKind = 'everyone' | 'many' | 'each' | 'figures';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * What platforms take. LINE (Messaging API reference, "Rate limits"): 60 broadcasts an hour and 60 questions about
 * figures, 2,000 calls a second otherwise, of which broadcasts leave most to the bot's answers. Messenger (Send API, "Rate limiting"): 300
 * texts a second of a page; the bot's answers have the rest. Custom webhooks tell no figure: what a small server bears.
 */
export const RATES: Record<ChannelType, Partial<Record<CallKind, Rate>>> = {
  LINE: {
    everyone: { calls: 60, perMs: HOUR_MS, note: 'LINE takes 60 broadcasts an hour' },
    many: { calls: 200, perMs: SECOND_MS, note: 'LINE takes no more messages in this second' },
    figures: { calls: 60, perMs: HOUR_MS, note: 'LINE answers 60 questions about figures an hour' },
  },
  FACEBOOK: {
    each: { calls: 250, perMs: SECOND_MS, note: 'Messenger takes no more messages in this second' },
  },
  CUSTOM: {
    each: { calls: 100, perMs: SECOND_MS, note: 'The webhook is called 100 times a second' },
  },
  WEBCHAT: {},
};
