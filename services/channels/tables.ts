import type { Migration } from '../engine/storage/migrations/migration.ts';

/** What is known of the webhooks of channels, for all processes. */
export const CHANNEL_TABLES: readonly Migration[] = [
  {
    id: '0001-webhook-seen',
    // Failures in a row by their fault, and when what came in was last seen to, by the proof.
    statements: [
      `CREATE TABLE IF NOT EXISTS webhook_seen (
         channel uuid NOT NULL, what text NOT NULL, count int NOT NULL DEFAULT 0,
         at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (channel, what))`,
    ],
  },
];
