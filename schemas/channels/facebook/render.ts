import {
  Losses,
  postbackData,
  messagesToSend,
  quickRepliesToShow,
  type PlacedMessage,
  type PlacedAction,
} from '../../messages/answer.ts';
import { clip, splitAt } from '../../messages/clip.ts';
import { FORMATS } from '../../model/formats.ts';
import { resolveAnswer } from '../../messages/resolveAnswer.ts';
import { FACEBOOK_LIMITS } from './limits.ts';
import type { Action, Answer, MessageOf, Rendered, RenderContext } from '../../messages/types.ts';

type Json = Record<string, unknown>;

/** An answer as the `message` of the Messenger Platform's Send API, one call for each. */
export function renderForFacebook(answer: Answer, context: RenderContext): Rendered {
  const losses = new Losses();
  const filled = resolveAnswer(answer, context, losses);
  const sent = messagesToSend(filled, losses);
  const messages = sent.flatMap((placed) => messagesFor(placed, losses));
  const last = messages.at(-1);
  const quickReplies = quickRepliesToShow(filled, sent, losses).flatMap((placed) =>
    quickReply(placed, losses),
  );
  if (last && quickReplies.length > 0)
    last['quick_replies'] = quickReplies.slice(0, FACEBOOK_LIMITS.quickReplies);
  return { messages, losses: losses.all };
}

function messagesFor({ message, pointer }: PlacedMessage, losses: Losses): Json[] {
  switch (message.type) {
    case 'text':
      return [{ text: clipAndTell(message.text, FACEBOOK_LIMITS.text, `${pointer}/text`, losses) }];
    case 'image':
    case 'video':
      return [media(message.type, message.originalContentUrl)];
    case 'carousel':
      return [generic(columnsOf(message, pointer, losses))];
    case 'image_carousel':
      return [
        generic(
          message.columns.map((column, index) => pictureOf(column, `${pointer}/columns/${index}`, losses)),
        ),
      ];
    case 'buttons':
      return withButtons(message.text, message.actions, pointer, losses);
    case 'imagemap':
      losses.add(pointer, 'Facebook doesn’t support tap areas. Buttons appear below the image');
      return [
        media('image', message.imgUrl),
        ...withButtons(
          message.altText,
          message.actions.map(({ action }) => action),
          pointer,
          losses,
        ),
      ];
    case 'flex':
      losses.add(pointer, 'Facebook doesn’t support Flex. The alt text is sent instead');
      return [{ text: clipAndTell(message.altText, FACEBOOK_LIMITS.text, `${pointer}/altText`, losses) }];
  }
}

/** The beginning of a text, as much as Facebook takes; what is cut off is told. */
function clipAndTell(text: string, max: number, pointer: string, losses: Losses): string {
  const shown = clip(text, max, 'points');
  if (shown !== text) losses.add(pointer, `Facebook shows the first ${max} characters`);
  return shown;
}

const media = (type: 'image' | 'video', url: string): Json => ({
  attachment: { type, payload: { url, is_reusable: true } },
});

const generic = (elements: Json[]): Json => ({
  attachment: {
    type: 'template',
    payload: { template_type: 'generic', elements: elements.slice(0, FACEBOOK_LIMITS.generic.elements) },
  },
});

/** A column without a title has the beginning of its text as one: Facebook's elements cannot do without. */
function columnsOf({ columns }: MessageOf<'carousel'>, pointer: string, losses: Losses): Json[] {
  const { generic: limits } = FACEBOOK_LIMITS;
  return columns.flatMap(({ isActive, imageUrl, title, text, actions }, index) => {
    if (isActive === false) return [];
    const [head, rest] = title === undefined ? splitAt(text, limits.title, 'points') : [title, text];
    const place = `${pointer}/columns/${index}`;
    return [
      {
        title: clipAndTell(head, limits.title, `${place}/title`, losses),
        ...(rest !== '' && { subtitle: clipAndTell(rest, limits.subtitle, `${place}/text`, losses) }),
        ...(imageUrl !== undefined && { image_url: imageUrl }),
        buttons: buttonsFor(actions, place, losses).slice(0, FACEBOOK_LIMITS.buttons),
      },
    ];
  });
}

function pictureOf(
  { imageUrl, action }: MessageOf<'image_carousel'>['columns'][number],
  pointer: string,
  losses: Losses,
): Json {
  const button = buttonFor({ action, pointer: `${pointer}/action` }, losses);
  const address = webAddressOf(action);
  return {
    title: clip(action.label, FACEBOOK_LIMITS.generic.title, 'points'),
    image_url: imageUrl,
    ...(address !== undefined && { default_action: { type: 'web_url', url: address } }),
    buttons: [button],
  };
}

/** A text with its buttons; more than three stand below messages of their own. */
function withButtons(text: string, actions: readonly Action[], pointer: string, losses: Losses): Json[] {
  const buttons = actions.map((action, index) =>
    buttonFor({ action, pointer: `${pointer}/actions/${index}` }, losses),
  );
  const rows = Array.from({ length: Math.ceil(buttons.length / FACEBOOK_LIMITS.buttons) }, (_, row) =>
    buttons.slice(row * FACEBOOK_LIMITS.buttons, (row + 1) * FACEBOOK_LIMITS.buttons),
  );
  if (rows.length > 1)
    losses.add(
      `${pointer}/actions`,
      'Facebook shows three buttons in a message: the others follow in the next',
    );
  return rows.map((row, index) => ({
    attachment: {
      type: 'template',
      payload: {
        template_type: 'button',
        text: index === 0 ? clipAndTell(text, FACEBOOK_LIMITS.buttonText, `${pointer}/text`, losses) : '…',
        buttons: row,
      },
    },
  }));
}

function buttonsFor(actions: readonly Action[], pointer: string, losses: Losses): Json[] {
  if (actions.length > FACEBOOK_LIMITS.buttons)
    losses.add(`${pointer}/actions`, `Facebook shows the first ${FACEBOOK_LIMITS.buttons} actions of a card`);
  return actions.map((action, index) =>
    buttonFor({ action, pointer: `${pointer}/actions/${index}` }, losses),
  );
}

function buttonFor({ action, pointer }: PlacedAction, losses: Losses): Json {
  const title = clipAndTell(action.label, FACEBOOK_LIMITS.buttonTitle, `${pointer}/label`, losses);
  const address = webAddressOf(action);
  if (address !== undefined) {
    return {
      type: 'web_url',
      title,
      url: address,
      ...(action.type === 'uri' && action.isPopover && { webview_height_ratio: 'tall' }),
    };
  }
  const called = phoneNumberOf(action);
  if (called !== undefined && FORMATS.phone.test(called))
    return { type: 'phone_number', title, payload: called };
  if (called !== undefined)
    losses.add(
      pointer,
      'Facebook calls numbers with “+” and a country code only, as in +66812345678: the tap is sent to the bot',
    );
  else if (action.type === 'uri')
    losses.add(pointer, 'Facebook only opens web pages. The tap is sent to the bot instead');
  if (action.type === 'datetimepicker')
    losses.add(pointer, 'Facebook has no date picker. The tap is sent to the bot instead');
  return { type: 'postback', title, payload: postbackData(action) };
}

const webAddressOf = (action: Action): string | undefined =>
  action.type === 'uri' && /^https?:/i.test(action.uri) ? action.uri : undefined;

/** The number that a tap calls, as far as it is written; undefined where it calls none. */
function phoneNumberOf(action: Action): string | undefined {
  if (action.type === 'call_action') return action.phoneNumber;
  const isCall = action.type === 'uri' && /^tel:/i.test(action.uri);
  return isCall ? action.uri.slice('tel:'.length).replaceAll('-', '') : undefined;
}

const NO_QUICK_REPLY: Partial<Record<Action['type'], string>> = {
  uri: 'Facebook quick replies cannot open links',
  call_action: 'Facebook quick replies cannot start calls',
  camera: 'Facebook quick replies cannot open the camera',
  location: 'Facebook quick replies cannot ask for a location',
};

function quickReply({ action, pointer }: PlacedAction, losses: Losses): Json[] {
  const reason = NO_QUICK_REPLY[action.type];
  if (reason !== undefined) {
    losses.add(pointer, reason);
    return [];
  }
  const title = clipAndTell(action.label, FACEBOOK_LIMITS.quickReplyTitle, `${pointer}/label`, losses);
  return [{ content_type: 'text', title, payload: postbackData(action) }];
}
