import { Losses, sentMessages, shownQuickReplies, type Placed } from './answer.ts';
import { fillAll } from './fill.ts';
import { asWritten } from './plain.ts';
import type { Answer, Rendered, RenderContext } from './types.ts';

type Json = Record<string, unknown>;

/** An answer for the web chat's client, which draws every type but picture areas and Flex. */
export function renderForWebchat(answer: Answer, { variables }: RenderContext): Rendered {
  const losses = new Losses();
  const filled = fillAll(answer, variables);
  const sent = sentMessages(filled, losses);
  const items = shownQuickReplies(filled, sent, losses).map(({ action }) => action);
  const messages = sent.flatMap((placed) => messagesFor(placed, losses));
  const last = messages.at(-1);
  if (last && items.length > 0) last['quickReply'] = { items };
  return { messages, losses: losses.all };
}

function messagesFor({ message, pointer }: Placed, losses: Losses): Json[] {
  if (message.type === 'imagemap') {
    const { imgUrl, altText, actions } = message;
    losses.add(pointer, 'Web chat has no areas in pictures: the picture comes with one button for each area');
    return [
      { type: 'image', originalContentUrl: imgUrl, previewImageUrl: imgUrl },
      { type: 'buttons', altText, text: altText, actions: actions.map(({ action }) => action) },
    ];
  }
  if (message.type === 'flex') {
    losses.add(pointer, 'Web chat has no Flex: the alt text is sent');
    return [{ type: 'text', text: message.altText }];
  }
  return [asWritten(message)];
}
