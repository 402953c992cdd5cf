import type { Migration } from '../engine/storage/migrations/migration.ts';

/** Failures and successes of channels' webhooks, for all processes. */
export const CHANNEL_TABLES: readonly Migration[] = [
  {
    id: '0001-webhook-seen',
    // `what` is a fault, with its count of failures in a row, or a proof, with the time of the last one.
    statements: [
      `CREATE TABLE IF NOT EXISTS webhook_seen (
         channel uuid NOT NULL, what text NOT NULL, count int NOT NULL DEFAULT 0,
         at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (channel, what))`,
    ],
  },
];
