import { getActionType, isActionType } from '../actions/registry.ts';
import { DEFAULT_ACTION } from './messageType.ts';
import { isMessageType, messageTypeOf } from './registry.ts';
import type { AnswerContent, Message } from './types.ts';

type Values = Record<string, unknown>;

/**
 * Completes an unfinished draft so that it can be rendered: missing texts and lists are empty, and every part keeps its
 * index. For previews only; invalid answers are never sent.
 */
export const completeDraft = (values: Values): AnswerContent => ({
  messages: listOf(values['messages']).map((message) => {
    const type = isMessageType(message['type']) ? message['type'] : undefined;
    if (type === undefined) return messageTypeOf({ type: 'text' }).draftDefaults;
    return {
      ...completeObject(message, messageTypeOf({ type }).draftDefaults),
      ...quickReplies(message),
    } as Message;
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
  const { draftDefaults } = getActionType(isActionType(type) ? { type } : DEFAULT_ACTION);
  return { ...completeObject(value, draftDefaults), type: draftDefaults.type };
}

const completeObject = (value: unknown, defaults: object): Values => {
  const entered = valuesOf(value);
  const completed = Object.entries(defaults).map(([name, part]) => [name, complete(entered[name], part)]);
  return { ...entered, ...Object.fromEntries(completed) };
};

/** Completes a value with the defaults. */
function complete(value: unknown, defaults: unknown): unknown {
  if (defaults === DEFAULT_ACTION) return completeAction(value);
  if (Array.isArray(defaults)) return listOf(value).map((item) => complete(item, defaults[0]));
  if (defaults !== null && typeof defaults === 'object') return completeObject(value, defaults);
  if (defaults === undefined) return typeof value === 'string' && value !== '' ? value : undefined;
  return typeof value === typeof defaults ? value : defaults;
}
