import type { Action, Answer, Loss, Message } from './types.ts';

/** Collects what a platform does not show. */
export class Losses {
  readonly all: Loss[] = [];

  add(pointer: string, text: string): void {
    this.all.push({ pointer, text });
  }
}

/** A message with the place that it has in the answer. */
export interface PlacedMessage {
  message: Message;
  pointer: string;
}

export interface PlacedAction {
  action: Action;
  pointer: string;
}

/** What of an answer is sent at all: inactive columns are kept and not sent, nor are carousels that have no others. */
export function messagesToSend({ messages }: Answer, losses: Losses): PlacedMessage[] {
  return messages.flatMap((message, index): PlacedMessage[] => {
    const pointer = `/messages/${index}`;
    if (message.type !== 'carousel' || message.columns.some(({ isActive }) => isActive !== false))
      return [{ message, pointer }];
    losses.add(pointer, 'Not sent: no column is active');
    return [];
  });
}

/**
 * The quick replies that are shown: those of the last message, else those of the whole answer. Those of earlier
 * messages vanish with the next message on every platform.
 */
export function quickRepliesToShow(
  answer: Answer,
  sent: readonly PlacedMessage[],
  losses: Losses,
): PlacedAction[] {
  const last = sent.at(-1);
  if (!last) return [];
  for (const { message, pointer } of sent.slice(0, -1)) {
    if ((message.quickReply?.items?.length ?? 0) > 0)
      losses.add(`${pointer}/quickReply`, 'Quick replies show below the last message only');
  }
  const own = last.message.quickReply?.items ?? [];
  const [items, pointer] =
    own.length > 0
      ? [own, `${last.pointer}/quickReply/items`]
      : [answer.quickReply?.items ?? [], '/quickReply/items'];
  return items.map((action, index) => ({ action, pointer: `${pointer}/${index}` }));
}

/** What a tap sends back to the bot. Ids of actions are short enough for every platform. */
export const postbackData = ({ id = 'unsaved' }: Action): string => `action:${id}`;
