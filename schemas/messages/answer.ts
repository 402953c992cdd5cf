import { CompatibilityIssues } from './compatibilityIssues.ts';
import { messageTypeOf } from './registry.ts';
import { resolveAnswer } from './resolveAnswer.ts';
import type { Action, AnswerContent, PlacedAction, PlacedMessage, Rendered, RenderContext } from './types.ts';
import { t } from '../texts/translate.ts';

type Body = Record<string, unknown>;

/** How a platform writes the parts of an answer. */
interface PlatformFormat {
  /** The bodies of one message. */
  message(placed: PlacedMessage, issues: CompatibilityIssues): Body[];
  /** Messages of one call; by default any number. */
  maxMessages?: number;
  /** Why a quick reply is not supported, in a sentence. */
  unsupportedReason?(action: Action): string | undefined;
  quickReply(placed: PlacedAction, issues: CompatibilityIssues): unknown;
  /** What is merged into the last body to carry the quick replies. */
  attachQuickReplies(quickReplies: unknown[]): Body;
}

/** Creates a channel type's `render`: the bodies its platform is sent for an answer, and what it cannot show. */
export const createRenderer =
  (platform: PlatformFormat) =>
  (answer: AnswerContent, context: RenderContext): Rendered => {
    const issues = new CompatibilityIssues();
    const filled = resolveAnswer(answer, context, issues);
    const sent = messagesToSend(filled, issues);
    const messages = sent
      .slice(0, platform.maxMessages)
      .flatMap((placed) => platform.message(placed, issues));
    const quickReplies = quickRepliesToShow(filled, sent, issues).flatMap((placed) => {
      const reason = platform.unsupportedReason?.(placed.action);
      if (reason === undefined) return [platform.quickReply(placed, issues)];
      issues.add(placed.pointer, t(reason));
      return [];
    });
    const last = messages.at(-1);
    if (last && quickReplies.length > 0) Object.assign(last, platform.attachQuickReplies(quickReplies));
    return { messages, issues: issues.items };
  };

/** The messages that are sent: carousels without an active column are not. */
function messagesToSend({ messages }: AnswerContent, issues: CompatibilityIssues): PlacedMessage[] {
  return messages.flatMap((message, index): PlacedMessage[] => {
    const pointer = `/messages/${index}`;
    const reason = messageTypeOf(message).unsent?.(message);
    if (reason === undefined) return [{ message, pointer }];
    issues.add(pointer, reason);
    return [];
  });
}

/**
 * The quick replies shown: those of the last message, else those of the answer. On every platform those of earlier
 * messages vanish with the next message.
 */
function quickRepliesToShow(
  answer: AnswerContent,
  sent: readonly PlacedMessage[],
  issues: CompatibilityIssues,
): PlacedAction[] {
  const last = sent.at(-1);
  if (!last) return [];
  for (const { message, pointer } of sent.slice(0, -1)) {
    if ((message.quickReply?.items?.length ?? 0) > 0)
      issues.add(`${pointer}/quickReply`, t('Quick replies show below the last message only'));
  }
  const own = last.message.quickReply?.items ?? [];
  const [items, pointer] =
    own.length > 0
      ? [own, `${last.pointer}/quickReply/items`]
      : [answer.quickReply?.items ?? [], '/quickReply/items'];
  return items.map((action, index) => ({ action, pointer: `${pointer}/${index}` }));
}
