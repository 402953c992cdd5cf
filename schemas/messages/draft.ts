import { actionTypeOf, isActionType } from '../actions/registry.ts';
import { BLANK_ACTION } from './messageType.ts';
import { isMessageType, messageTypeOf } from './registry.ts';
import type { AnswerContent, Message } from './types.ts';

type Values = Record<string, unknown>;

/**
 * What is entered so far as an answer that can be rendered: texts that are missing are empty, lists too, and every
 * part keeps its place. For drawing only; nobody is sent what has faults.
 */
export const completeDraft = (values: Values): AnswerContent => ({
  messages: listOf(values['messages']).map((message) => {
    const type = isMessageType(message['type']) ? message['type'] : undefined;
    if (type === undefined) return messageTypeOf({ type: 'text' }).blank;
    return { ...completeObject(message, messageTypeOf({ type }).blank), ...quickReplies(message) } as Message;
  }),
  ...quickReplies(values),
});

const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.map(valuesOf) : []);

const quickReplies = ({ quickReply }: Values): Pick<AnswerContent, 'quickReply'> => ({
  quickReply: { items: listOf(valuesOf(quickReply)['items']).map(completeAction) as never },
});

function completeAction(value: unknown): Values {
  const { type } = valuesOf(value);
  const { blank } = actionTypeOf(isActionType(type) ? { type } : BLANK_ACTION);
  return { ...completeObject(value, blank), type: blank.type };
}

const completeObject = (value: unknown, blank: object): Values => {
  const held = valuesOf(value);
  const missing = Object.entries(blank).map(([name, part]) => [name, complete(held[name], part)]);
  return { ...held, ...Object.fromEntries(missing) };
};

/** A value in the shape of what it is drawn with where it lacks something. */
function complete(value: unknown, blank: unknown): unknown {
  if (blank === BLANK_ACTION) return completeAction(value);
  if (Array.isArray(blank)) return listOf(value).map((item) => complete(item, blank[0]));
  if (blank !== null && typeof blank === 'object') return completeObject(value, blank);
  if (blank === undefined) return typeof value === 'string' && value !== '' ? value : undefined;
  return typeof value === typeof blank ? value : blank;
}
