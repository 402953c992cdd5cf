import type { Migration } from '../../engine/storage/migrations/migration.ts';

/** Hourly slots (`broadcast_place`), runs, batches (`broadcast_part`), recipients and time lines of broadcasts. */
export const CAMPAIGN_TABLES: readonly Migration[] = [
  {
    id: '0001-broadcasts',
    statements: [
      `CREATE TABLE IF NOT EXISTS broadcast_place (campaign uuid PRIMARY KEY, at timestamptz(3) NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS broadcast_place_at ON broadcast_place (at)`,
      // `bodies`: the messages without personal variables; profiles up to `reached` are in batches.
      `CREATE TABLE IF NOT EXISTS broadcast_run (
         campaign uuid PRIMARY KEY, state text NOT NULL, sandbox boolean NOT NULL, at_once boolean NOT NULL,
         answer jsonb NOT NULL, bodies jsonb NOT NULL, audience jsonb NOT NULL, reached uuid, is_taken boolean NOT NULL DEFAULT false,
         parts int NOT NULL DEFAULT 0, expected int NOT NULL, people int NOT NULL DEFAULT 0, sent int NOT NULL DEFAULT 0,
         failed int NOT NULL DEFAULT 0, unclear int NOT NULL DEFAULT 0, begun_at timestamptz(3) NOT NULL, ended_at timestamptz(3))`,
      // A batch is claimed by a run of the broadcast's job, the `worker`; the job has the lease, `leased_until` is unused.
      `CREATE TABLE IF NOT EXISTS broadcast_part (
         campaign uuid NOT NULL REFERENCES broadcast_run ON DELETE CASCADE, part int NOT NULL, retry_key uuid NOT NULL,
         made_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), state text NOT NULL DEFAULT 'waiting', people int NOT NULL,
         worker uuid, leased_until timestamptz(3), attempts int NOT NULL DEFAULT 0,
         due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz(3), note text, PRIMARY KEY (campaign, part))`,
      `CREATE INDEX IF NOT EXISTS broadcast_part_due ON broadcast_part (campaign, part) WHERE state IN ('waiting', 'sending')`,
      // A person is in a broadcast once; people of a batch with the same group (`crowd`) get the same messages in one call.
      `CREATE TABLE IF NOT EXISTS broadcast_recipient (
         campaign uuid NOT NULL REFERENCES broadcast_run ON DELETE CASCADE, profile uuid NOT NULL, part int NOT NULL,
         place int NOT NULL, crowd int NOT NULL, person text COLLATE "C" NOT NULL, bodies jsonb, last_inbound timestamptz(3),
         state text NOT NULL DEFAULT 'waiting', calls int NOT NULL DEFAULT 0, calling boolean NOT NULL DEFAULT false, note text,
         PRIMARY KEY (campaign, profile))`,
      `CREATE INDEX IF NOT EXISTS broadcast_recipient_of ON broadcast_recipient (campaign, part, place)`,
      `CREATE TABLE IF NOT EXISTS broadcast_moment (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, campaign uuid NOT NULL,
         at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), kind text NOT NULL, who text, note text)`,
      `CREATE INDEX IF NOT EXISTS broadcast_moment_of ON broadcast_moment (campaign, id)`,
    ],
  },
  {
    id: '0002-pace',
    // Times of a channel's last calls, the newest first; `free_at` is set while the last caller has to wait.
    statements: [
      `CREATE TABLE IF NOT EXISTS channel_pace (
         channel uuid NOT NULL, kind text NOT NULL, taken timestamptz[] NOT NULL, free_at timestamptz,
         PRIMARY KEY (channel, kind)) WITH (fillfactor = 50)`,
    ],
  },
  {
    id: '0003-figures',
    // For LINE's figures: the id of the one request, or the aggregation unit that counts several.
    statements: [
      `ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS request text, ADD COLUMN IF NOT EXISTS unit text,
         ADD COLUMN IF NOT EXISTS asked_at timestamptz(3)`,
    ],
  },
  {
    id: '0004-rest',
    // Failed recipients are read while a million others are sent to.
    statements: [
      `CREATE INDEX IF NOT EXISTS broadcast_recipient_rest ON broadcast_recipient (campaign, part, place)
         WHERE state IN ('failed', 'unclear')`,
    ],
  },
  {
    id: '0005-snapshots',
    // Snapshots at the request for approval or at scheduling; and the variables' values of a run.
    statements: [
      `CREATE TABLE IF NOT EXISTS broadcast_snapshot (campaign uuid PRIMARY KEY, content jsonb NOT NULL)`,
      `ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS variables jsonb`,
    ],
  },
  {
    id: '0006-tests',
    // Test sends of the last day, by who sent them.
    statements: [
      `CREATE TABLE IF NOT EXISTS broadcast_test (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, sender text NOT NULL,
         at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
      `CREATE INDEX IF NOT EXISTS broadcast_test_of ON broadcast_test (sender, at)`,
    ],
  },
  {
    id: '0007-approvals-left-behind',
    // Only drafts wait for approval or are returned.
    statements: [
      `DO $$ BEGIN
         IF to_regclass('entity_campaign') IS NOT NULL THEN
           UPDATE entity_campaign SET data = data - 'approvalComment' || '{"approval": "none"}'
           WHERE data ->> 'status' <> 'draft' AND data ->> 'approval' IN ('asked', 'returned');
         END IF;
       END $$`,
    ],
  },
  {
    id: '0008-recipients-removed',
    // When the recipients were deleted.
    statements: ['ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS recipients_removed_at timestamptz(3)'],
  },
  {
    id: '0009-tested',
    // The last delivered test of each broadcast, with the digest of its content.
    statements: [
      `CREATE TABLE IF NOT EXISTS broadcast_tested (
         campaign uuid PRIMARY KEY, digest text NOT NULL, at timestamptz(3) NOT NULL)`,
    ],
  },
  {
    id: '0010-held-retries',
    // A retry in its undo period: when it ends, and what the broadcast was before.
    statements: [
      'ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS held_until timestamptz(3), ADD COLUMN IF NOT EXISTS held_from jsonb',
    ],
  },
  {
    id: '0011-differences',
    // The operation that made a snapshot; and the archived one, which a change withdrew and the next is compared with.
    statements: [
      `ALTER TABLE broadcast_snapshot ADD COLUMN IF NOT EXISTS kind text,
         ADD COLUMN IF NOT EXISTS at timestamptz(3) NOT NULL DEFAULT clock_timestamp()`,
      `CREATE TABLE IF NOT EXISTS broadcast_earlier (
         campaign uuid PRIMARY KEY, content jsonb NOT NULL, kind text, at timestamptz(3) NOT NULL)`,
    ],
  },
];
