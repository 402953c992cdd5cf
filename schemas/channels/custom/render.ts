import { asWritten } from '../../messages/asWritten.ts';
import { Losses, sentMessages, shownQuickReplies } from '../../messages/answer.ts';
import { prepare } from '../../messages/prepare.ts';
import type { Answer, Rendered, RenderContext } from '../../messages/types.ts';

/** An answer for custom channels, which are given everything as it was written. */
export function renderForCustom(answer: Answer, context: RenderContext): Rendered {
  const losses = new Losses();
  const filled = prepare(answer, context, losses);
  const sent = sentMessages(filled, losses);
  const quickReplies = shownQuickReplies(filled, sent, losses).map(({ action }) => action);
  const messages = sent.map(({ message }) => asWritten(message));
  const last = messages.at(-1);
  if (last && quickReplies.length > 0) Object.assign(last, { quickReply: { items: quickReplies } });
  return { messages, losses: losses.all };
}
