export { ingestEvents } from './inbound/ingest.ts';
export { CONVERSATION_MODULES } from './module.ts';
export { idempotencyKey, toMessageContent } from './outbox.ts';
