import {
  drawCard,
  drawOwnMessage,
  drawPicture,
  type MessageBody,
  type MessageDrawing,
  objectIn,
  objectsIn,
  type PhoneDrawing,
  textIn,
} from '../drawing.ts';

/** Draws the bodies of LINE's Messaging API. */
export function drawLineMessages(bodies: MessageBody[]): PhoneDrawing {
  const items = objectsIn(objectIn(objectIn(bodies.at(-1))['quickReply'])['items']);
  return {
    messages: bodies.flatMap(drawMessage),
    quickReplies: items.map((item) => textIn(objectIn(item['action'])['label'])),
  };
}

function drawMessage(message: MessageBody): MessageDrawing[] {
  if (message['type'] !== 'template') return drawOwnMessage(message);
  const template = objectIn(message['template']);
  const columns = objectsIn(template['columns']);
  switch (template['type']) {
    case 'carousel':
      return [
        { kind: 'cards', cards: columns.map((column) => drawCard(column, column['thumbnailImageUrl'])) },
      ];
    case 'image_carousel':
      return [{ kind: 'pictures', pictures: columns.map(drawPicture) }];
    default:
      return [{ kind: 'cards', cards: [drawCard(template)] }];
  }
}
