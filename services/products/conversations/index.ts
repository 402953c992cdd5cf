export { createFollowers } from './fetchProfiles.ts';
export { ingestEvents } from './inbound/ingest.ts';
export { CONVERSATION_MODULES } from './module.ts';
export { idempotencyKey } from './outbox.ts';
