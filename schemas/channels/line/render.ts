import { clip } from '../../messages/clip.ts';
import {
  Losses,
  postbackData,
  messagesToSend,
  quickRepliesToShow,
  type PlacedMessage,
  type PlacedAction,
} from '../../messages/answer.ts';
import { resolveAnswer } from '../../messages/resolveAnswer.ts';
import { toLineFlex } from './flex.ts';
import { LINE_LIMITS } from './limits.ts';
import type { Action, Answer, MessageOf, Rendered, RenderContext } from '../../messages/types.ts';

type Json = Record<string, unknown>;

/** An answer as the Messaging API's reply, push, multicast and broadcast take its messages. */
export function renderForLine(answer: Answer, context: RenderContext): Rendered {
  const losses = new Losses();
  const filled = resolveAnswer(answer, context, losses);
  const sent = messagesToSend(filled, losses);
  const messages = sent.slice(0, LINE_LIMITS.messages).map((placed) => messageFor(placed, losses));
  const quickReplies = quickRepliesToShow(filled, sent, losses).slice(0, LINE_LIMITS.quickReplies);
  const last = messages.at(-1);
  if (last && quickReplies.length > 0) {
    last['quickReply'] = {
      items: quickReplies.map((placed) => ({ type: 'action', action: actionFor(placed, losses) })),
    };
  }
  return { messages, losses: losses.all };
}

function messageFor({ message, pointer }: PlacedMessage, losses: Losses): Json {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: clip(message.text, LINE_LIMITS.text, 'units') };
    case 'image':
    case 'video': {
      const { type, originalContentUrl, previewImageUrl } = message;
      return { type, originalContentUrl, previewImageUrl };
    }
    case 'carousel':
      return template(message, carousel(message, pointer, losses));
    case 'image_carousel':
      return template(message, {
        type: 'image_carousel',
        columns: message.columns
          .slice(0, LINE_LIMITS.imageCarousel.columns)
          .map(({ imageUrl, action }, index) => ({
            imageUrl,
            action: actionFor(
              { action, pointer: `${pointer}/columns/${index}/action` },
              losses,
              LINE_LIMITS.imageCarousel.label,
            ),
          })),
      });
    case 'buttons':
      return template(message, {
        type: 'buttons',
        text: clip(message.text, LINE_LIMITS.buttons.text),
        actions: actionsFor(message.actions, LINE_LIMITS.buttons.actions, pointer, losses),
      });
    case 'imagemap':
      return imagemap(message, pointer, losses);
    case 'flex':
      return flex(message, pointer, losses);
  }
}

const altText = (message: { altText: string }): string => clip(message.altText, LINE_LIMITS.altText, 'units');

/** What LINE would refuse is said in words, for with it none of the messages would arrive. */
function flex(message: MessageOf<'flex'>, pointer: string, losses: Losses): Json {
  const made = toLineFlex(message.contents);
  if ('contents' in made) return { type: 'flex', altText: altText(message), contents: made.contents };
  losses.add(
    `${pointer}/contents`,
    `LINE refuses this Flex message: ${made.refused}. The alternative text is sent instead`,
  );
  return { type: 'text', text: altText(message) };
}

const template = (message: { altText: string }, content: Json): Json => ({
  type: 'template',
  altText: altText(message),
  template: content,
});

/** Columns have the same number of actions, and all have a picture and a title or none has: the schema sees to that. */
function carousel({ columns }: MessageOf<'carousel'>, pointer: string, losses: Losses): Json {
  const { carousel: limits } = LINE_LIMITS;
  return {
    type: 'carousel',
    columns: columns
      .map((column, index) => ({ ...column, at: `${pointer}/columns/${index}` }))
      .filter(({ isActive }) => isActive !== false)
      .slice(0, limits.columns)
      .map(({ imageUrl, title, text, actions, at }) => ({
        ...(imageUrl !== undefined && { thumbnailImageUrl: imageUrl }),
        ...(title !== undefined && { title: clip(title, limits.title) }),
        text: clip(text, imageUrl === undefined && title === undefined ? limits.text : limits.textBesideMore),
        actions: actionsFor(actions, limits.actions, at, losses),
      })),
  };
}

function actionsFor(actions: readonly Action[], max: number, pointer: string, losses: Losses): Json[] {
  if (actions.length > max) losses.add(`${pointer}/actions`, `LINE shows the first ${max} actions`);
  return actions
    .slice(0, max)
    .map((action, index) => actionFor({ action, pointer: `${pointer}/actions/${index}` }, losses));
}

function imagemap(message: MessageOf<'imagemap'>, pointer: string, losses: Losses): Json {
  const { baseUrl, baseSize, actions } = message;
  const { imagemap: limits } = LINE_LIMITS;
  return {
    type: 'imagemap',
    baseUrl: baseUrl ?? '',
    altText: altText(message),
    baseSize: { width: baseSize.width, height: baseSize.height },
    actions: actions.slice(0, limits.areas).map(({ action, x, y, width, height }, index) => {
      const area = { x, y, width, height };
      const label = clip(action.label, limits.label);
      const link = linkOf(action);
      if (link !== undefined) return { type: 'uri', label, linkUri: link, area };
      if (action.type !== 'message')
        losses.add(
          `${pointer}/actions/${index}/action`,
          'LINE’s picture areas open links and send texts only: the label is sent as a text',
        );
      const text = action.type === 'message' ? action.text : action.label;
      return { type: 'message', label, text: clip(text, limits.text), area };
    }),
  };
}

/** Where a tap leads, unless LINE does not take so long an address. */
function linkOf(action: Action): string | undefined {
  if (action.type === 'call_action') return `tel:${action.phoneNumber}`;
  return action.type === 'uri' && action.uri.length <= LINE_LIMITS.uri ? action.uri : undefined;
}

/** @param max letters of the label, fewer in some places */
function actionFor({ action, pointer }: PlacedAction, losses: Losses, max: number = LINE_LIMITS.label): Json {
  const label = clip(action.label, max);
  const sendsText = (text: string): Json => ({
    type: 'message',
    label,
    text: clip(text, LINE_LIMITS.messageText),
  });
  switch (action.type) {
    case 'message':
      return sendsText(action.text);
    case 'uri':
    case 'call_action': {
      const uri = linkOf(action);
      if (uri !== undefined) return { type: 'uri', label, uri };
      losses.add(
        pointer,
        `The link has more than ${LINE_LIMITS.uri} characters: the label is sent as a text`,
      );
      return sendsText(action.label);
    }
    case 'template_action':
    case 'flow_action': {
      const displayText = clip(action.label, LINE_LIMITS.messageText);
      return { type: 'postback', label, data: postbackData(action), displayText };
    }
    case 'datetimepicker':
      return { type: 'datetimepicker', label, data: postbackData(action), mode: action.mode };
    case 'camera':
    case 'location':
      return { type: action.type, label };
  }
}
