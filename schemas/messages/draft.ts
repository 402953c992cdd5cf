import type { Answer, Message } from './types.ts';

type Values = Record<string, unknown>;

/**
 * What is entered so far as an answer that can be rendered: texts that are missing are empty, lists too, and every
 * part keeps its place. For drawing only; nobody is sent what has faults.
 */
export function completeDraft(values: Values): Answer {
  return {
    messages: listOf(values['messages']).flatMap((message) => {
      const finish = COMPLETE_BY_TYPE[text(message['type']) as Message['type']];
      return [(finish ? { ...message, ...common(message), ...finish(message) } : EMPTY_MESSAGE) as Message];
    }),
    ...quickReplies(values),
  };
}

const EMPTY_MESSAGE: Message = { type: 'text', text: '' };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.map(valuesOf) : []);
const optional = (name: string, value: unknown): Values => (text(value) === '' ? {} : { [name]: value });

const quickReplies = ({ quickReply }: Values): Pick<Answer, 'quickReply'> => ({
  quickReply: { items: listOf(valuesOf(quickReply)['items']).map(action) as never },
});
const common = (message: Values): Values => ({ ...quickReplies(message) });

const action = (value: unknown): Values => {
  const held = valuesOf(value);
  const texts = ['label', 'text', 'uri', 'phoneNumber', 'templateName', 'flow', 'flowAction'];
  return {
    ...held,
    ...Object.fromEntries(texts.map((name) => [name, text(held[name])])),
    type: text(held['type']) || 'message',
    mode: text(held['mode']) || 'datetime',
  };
};
const actions = (message: Values): Values[] => listOf(message['actions']).map(action);

/** What each type cannot be rendered without. */
const COMPLETE_BY_TYPE: Record<Message['type'], (message: Values) => Values> = {
  text: (message) => ({ text: text(message['text']) }),
  image: media,
  video: media,
  carousel: (message) => ({
    altText: text(message['altText']),
    columns: listOf(message['columns']).map(({ imageUrl, title, ...column }) => ({
      ...column,
      ...optional('imageUrl', imageUrl),
      ...optional('title', title),
      text: text(column['text']),
      actions: actions(column),
    })),
  }),
  image_carousel: (message) => ({
    altText: text(message['altText']),
    columns: listOf(message['columns']).map((column) => ({
      imageUrl: text(column['imageUrl']),
      action: action(column['action']),
    })),
  }),
  buttons: (message) => ({
    altText: text(message['altText']),
    text: text(message['text']),
    actions: actions(message),
  }),
  imagemap: (message) => ({
    altText: text(message['altText']),
    imgUrl: text(message['imgUrl']),
    baseUrl: text(message['baseUrl']),
    baseSize: { width: 1040, height: 1040, ...valuesOf(message['baseSize']) },
    actions: listOf(message['actions']).map((area) => ({
      x: number(area['x']),
      y: number(area['y']),
      width: number(area['width']),
      height: number(area['height']),
      action: action(area['action']),
    })),
  }),
  flex: (message) => ({ altText: text(message['altText']), contents: valuesOf(message['contents']) }),
};

function media(message: Values): Values {
  return {
    originalContentUrl: text(message['originalContentUrl']),
    previewImageUrl: text(message['previewImageUrl']),
  };
}
