import {
  type MessageBody,
  type MessageDrawing,
  nonEmptyTextIn,
  objectIn,
  objectsIn,
  type PhoneDrawing,
  textIn,
} from '../drawing.ts';

/** Draws the bodies of Messenger's Send API. */
export function drawFacebookMessages(bodies: MessageBody[]): PhoneDrawing {
  return {
    messages: bodies.map(drawMessage),
    quickReplies: titlesIn(objectIn(bodies.at(-1))['quick_replies']),
  };
}

const titlesIn = (items: unknown): string[] => objectsIn(items).map(({ title }) => textIn(title));

function drawMessage(message: MessageBody): MessageDrawing {
  const attachment = objectIn(message['attachment']);
  const payload = objectIn(attachment['payload']);
  if (attachment['type'] === 'image') return { kind: 'image', address: textIn(payload['url']) };
  // Messenger generates the preview of a video itself.
  if (attachment['type'] === 'video') return { kind: 'video' };
  if (payload['template_type'] === 'button') {
    const card = { text: textIn(payload['text']), buttons: titlesIn(payload['buttons']) };
    return { kind: 'cards', cards: [card] };
  }
  if (payload['template_type'] === 'generic') {
    const cards = objectsIn(payload['elements']).map((element) => ({
      image: nonEmptyTextIn(element['image_url']),
      title: nonEmptyTextIn(element['title']),
      text: nonEmptyTextIn(element['subtitle']),
      buttons: titlesIn(element['buttons']),
    }));
    return { kind: 'cards', cards };
  }
  return { kind: 'text', text: textIn(message['text']) };
}
