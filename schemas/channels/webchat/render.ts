import { Losses, messagesToSend, quickRepliesToShow, type PlacedMessage } from '../../messages/answer.ts';
import { resolveAnswer } from '../../messages/resolveAnswer.ts';
import { toPlainMessage } from '../../messages/plainMessage.ts';
import type { Action, Answer, Rendered, RenderContext } from '../../messages/types.ts';

type Json = Record<string, unknown>;

const UNKNOWN: Partial<Record<Action['type'], string>> = {
  camera: 'Web chat quick replies cannot open the camera',
  location: 'Web chat quick replies cannot ask for a location',
};

/** An answer for the web chat's client, which draws every type but picture areas and Flex. */
export function renderForWebchat(answer: Answer, context: RenderContext): Rendered {
  const losses = new Losses();
  const filled = resolveAnswer(answer, context, losses);
  const sent = messagesToSend(filled, losses);
  const items = quickRepliesToShow(filled, sent, losses).flatMap(({ action, pointer }) => {
    const reason = UNKNOWN[action.type];
    if (reason === undefined) return [action];
    losses.add(pointer, reason);
    return [];
  });
  const messages = sent.flatMap((placed) => messagesFor(placed, losses));
  const last = messages.at(-1);
  if (last && items.length > 0) last['quickReply'] = { items };
  return { messages, losses: losses.all };
}

function messagesFor({ message, pointer }: PlacedMessage, losses: Losses): Json[] {
  if (message.type === 'imagemap') {
    const { imgUrl, altText, actions } = message;
    losses.add(pointer, 'Web chat doesn’t support tap areas. The image is sent with one button per area');
    return [
      { type: 'image', originalContentUrl: imgUrl, previewImageUrl: imgUrl },
      { type: 'buttons', altText, text: altText, actions: actions.map(({ action }) => action) },
    ];
  }
  if (message.type === 'flex') {
    losses.add(pointer, 'Web chat doesn’t support Flex. The alt text is sent instead');
    return [{ type: 'text', text: message.altText }];
  }
  return [toPlainMessage(message)];
}
