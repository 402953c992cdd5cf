import type { ChatMessage, OutboxMessage } from './types.ts';

/** Whether the services have returned a message: their sequence numbers are integers. */
export const isConfirmed = ({ seq }: ChatMessage): boolean => Number.isInteger(seq);

/** Sequence number of the last message from the services; 0 where there is none. */
export const lastConfirmed = (messages: readonly ChatMessage[]): number =>
  messages.findLast(isConfirmed)?.seq ?? 0;

/** Adds a sent message in its place, where it stays until the services return it. */
export function withSent(messages: ChatMessage[], { id, said }: OutboxMessage): ChatMessage[] {
  if (messages.some((one) => one.id === id)) return messages;
  const seq = (messages.at(-1)?.seq ?? 0) + 0.001;
  return [...messages, { seq, id, from: 'person', at: new Date().toISOString(), message: { ...said } }];
}

/** Adds received messages in their order; messages that were already confirmed stay unchanged. */
export function mergeMessages(
  messages: readonly ChatMessage[],
  received: readonly ChatMessage[],
): ChatMessage[] {
  const byId = new Map(messages.map((one) => [one.id, one]));
  for (const one of received) {
    const known = byId.get(one.id);
    if (!known || !isConfirmed(known)) byId.set(one.id, one);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** `crypto.randomUUID` exists only on secure origins. */
export const newMessageId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
