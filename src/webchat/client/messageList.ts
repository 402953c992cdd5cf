import type { ChatMessage, OutboxMessage } from './types.ts';

/** Whether the services have told a message back: their places are whole numbers. */
export const isConfirmed = ({ seq }: ChatMessage): boolean => Number.isInteger(seq);

/** Place of the last message that the services have told; 0 where there is none. */
export const lastConfirmed = (messages: readonly ChatMessage[]): number =>
  messages.findLast(isConfirmed)?.seq ?? 0;

/** The messages with one that the services have: it stays where it stood until they tell it back. */
export function withSent(messages: ChatMessage[], { id, said }: OutboxMessage): ChatMessage[] {
  if (messages.some((one) => one.id === id)) return messages;
  const seq = (messages.at(-1)?.seq ?? 0) + 0.001;
  return [...messages, { seq, id, from: 'person', at: new Date().toISOString(), message: { ...said } }];
}

/** The messages with those that came, in their order; what was confirmed already stays as it is. */
export function mergeMessages(messages: readonly ChatMessage[], came: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(messages.map((one) => [one.id, one]));
  for (const one of came) {
    const known = byId.get(one.id);
    if (!known || !isConfirmed(known)) byId.set(one.id, one);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** `crypto.randomUUID` is there on secure origins alone. */
export const newMessageId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
