import { toPlainMessage } from '../../messages/plainMessage.ts';
import { Losses, messagesToSend, quickRepliesToShow } from '../../messages/answer.ts';
import { resolveAnswer } from '../../messages/resolveAnswer.ts';
import type { Answer, Rendered, RenderContext } from '../../messages/types.ts';

/** An answer for custom channels, which are given everything as it was written. */
export function renderForCustom(answer: Answer, context: RenderContext): Rendered {
  const losses = new Losses();
  const filled = resolveAnswer(answer, context, losses);
  const sent = messagesToSend(filled, losses);
  const quickReplies = quickRepliesToShow(filled, sent, losses).map(({ action }) => action);
  const messages = sent.map(({ message }) => toPlainMessage(message));
  const last = messages.at(-1);
  if (last && quickReplies.length > 0) Object.assign(last, { quickReply: { items: quickReplies } });
  return { messages, losses: losses.all };
}
