import { Losses, sentMessages, shownQuickReplies } from './answer.ts';
import { prepare } from './prepare.ts';
import type { Answer, Message, Rendered, RenderContext } from './types.ts';

/** An answer for custom channels, which are given everything as it was written. */
export function renderPlain(answer: Answer, context: RenderContext): Rendered {
  const losses = new Losses();
  const filled = prepare(answer, context, losses);
  const sent = sentMessages(filled, losses);
  const quickReplies = shownQuickReplies(filled, sent, losses).map(({ action }) => action);
  const messages = sent.map(({ message }) => asWritten(message));
  const last = messages.at(-1);
  if (last && quickReplies.length > 0) Object.assign(last, { quickReply: { items: quickReplies } });
  return { messages, losses: losses.all };
}

/** A message without what is not sent of it: its quick replies and error message, columns that are not active. */
export function asWritten(message: Message): Record<string, unknown> {
  const { quickReply: _, errorMessage: __, ...shown } = message;
  if (shown.type !== 'carousel') return { ...shown };
  return { ...shown, columns: shown.columns.filter(({ isActive }) => isActive !== false) };
}
