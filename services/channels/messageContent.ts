import { channelTypeOf, isChannelType } from '../../schemas/channels/registry.ts';
import type { Message } from '../../schemas/generated/types.ts';
import { toStorableJson, toStorableText } from './storableText.ts';
import type { MessageBody } from './types.ts';

/**
 * Type, text and content of the event that records a message.
 * @param channelType the type whose format the body has; undefined for a deleted channel
 */
export function toMessageContent(
  body: MessageBody,
  channelType: string | undefined,
): Pick<Message, 'type'> & Partial<Pick<Message, 'text' | 'content'>> {
  const { type, text } = isChannelType(channelType)
    ? channelTypeOf(channelType).summarizeBody(body)
    : { type: undefined, text: undefined };
  const content = toStorableJson(body);
  return {
    type: type ?? 'other',
    ...(text !== undefined && { text: toStorableText(text) }),
    ...(content && { content }),
  };
}
