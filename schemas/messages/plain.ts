import { Losses, sentMessages, shownQuickReplies } from './answer.ts';
import { fillAll } from './fill.ts';
import type { Answer, Rendered, RenderContext } from './types.ts';

/** An answer for webchat and custom channels, which show everything as it was written. */
export function renderPlain(answer: Answer, { variables }: RenderContext): Rendered {
  const losses = new Losses();
  const filled = fillAll(answer, variables);
  const sent = sentMessages(filled, losses);
  const quickReplies = shownQuickReplies(filled, sent, losses).map(({ action }) => action);
  const messages = sent.map(({ message }): Record<string, unknown> => {
    const { quickReply: _, errorMessage: __, ...shown } = message;
    if (shown.type !== 'carousel') return { ...shown };
    return { ...shown, columns: shown.columns.filter(({ isActive }) => isActive !== false) };
  });
  const last = messages.at(-1);
  if (last && quickReplies.length > 0) Object.assign(last, { quickReply: { items: quickReplies } });
  return { messages, losses: losses.all };
}
