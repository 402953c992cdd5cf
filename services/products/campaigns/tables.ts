import type { Migration } from '../../engine/storage/migrations/migration.ts';

/** Places in the hours, and of each broadcast what it sends, to whom, and how far it is. */
export const CAMPAIGN_TABLES: readonly Migration[] = [
  {
    id: '0001-broadcasts',
    statements: [
      `CREATE TABLE IF NOT EXISTS broadcast_place (campaign uuid PRIMARY KEY, at timestamptz(3) NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS broadcast_place_at ON broadcast_place (at)`,
      // `bodies` is what everybody gets whom no variable makes a difference for; people up to `reached` are in parts.
      `CREATE TABLE IF NOT EXISTS broadcast_run (
         campaign uuid PRIMARY KEY, state text NOT NULL, sandbox boolean NOT NULL, at_once boolean NOT NULL,
         answer jsonb NOT NULL, bodies jsonb NOT NULL, audience jsonb NOT NULL, reached uuid, is_taken boolean NOT NULL DEFAULT false,
         parts int NOT NULL DEFAULT 0, expected int NOT NULL, people int NOT NULL DEFAULT 0, sent int NOT NULL DEFAULT 0,
         failed int NOT NULL DEFAULT 0, unclear int NOT NULL DEFAULT 0, begun_at timestamptz(3) NOT NULL, ended_at timestamptz(3))`,
      // A part is claimed by a run of the broadcast's job, the `worker`; that job has the lease, `leased_until` is not used.
      `CREATE TABLE IF NOT EXISTS broadcast_part (
         campaign uuid NOT NULL REFERENCES broadcast_run ON DELETE CASCADE, part int NOT NULL, retry_key uuid NOT NULL,
         made_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), state text NOT NULL DEFAULT 'waiting', people int NOT NULL,
         worker uuid, leased_until timestamptz(3), attempts int NOT NULL DEFAULT 0,
         due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz(3), note text, PRIMARY KEY (campaign, part))`,
      `CREATE INDEX IF NOT EXISTS broadcast_part_due ON broadcast_part (campaign, part) WHERE state IN ('waiting', 'sending')`,
      // Somebody is in a broadcast once; people with the same "crowd" of a part get the same, in one call.
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
    // Moments of the last calls of a channel, the newest first; `free_at` where the last asker had to wait.
    statements: [
      `CREATE TABLE IF NOT EXISTS channel_pace (
         channel uuid NOT NULL, kind text NOT NULL, taken timestamptz[] NOT NULL, free_at timestamptz,
         PRIMARY KEY (channel, kind)) WITH (fillfactor = 50)`,
    ],
  },
  {
    id: '0003-figures',
    // What LINE is asked by afterwards: the id of the one request, or the name under which it counts several.
    statements: [
      `ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS request text, ADD COLUMN IF NOT EXISTS unit text,
         ADD COLUMN IF NOT EXISTS asked_at timestamptz(3)`,
    ],
  },
  {
    id: '0004-rest',
    // Who did not get it is asked for while a million others do.
    statements: [
      `CREATE INDEX IF NOT EXISTS broadcast_recipient_rest ON broadcast_recipient (campaign, part, place)
         WHERE state IN ('failed', 'unclear')`,
    ],
  },
  {
    id: '0005-snapshots',
    // What a broadcast was when approval was asked for, or when it was scheduled; and the values that its run began with.
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
    // Since when it is not kept any more who got it.
    statements: ['ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS recipients_removed_at timestamptz(3)'],
  },
  {
    id: '0009-tested',
    // Of each broadcast the last test that was delivered, and of what.
    statements: [
      `CREATE TABLE IF NOT EXISTS broadcast_tested (
         campaign uuid PRIMARY KEY, digest text NOT NULL, at timestamptz(3) NOT NULL)`,
    ],
  },
  {
    id: '0010-held-retries',
    // A retry that waits for its pause to be over: until when, and what the broadcast was before it.
    statements: [
      'ALTER TABLE broadcast_run ADD COLUMN IF NOT EXISTS held_until timestamptz(3), ADD COLUMN IF NOT EXISTS held_from jsonb',
    ],
  },
  {
    id: '0011-differences',
    // With which operation a snapshot was made; and the last one that a change withdrew, which the next is compared with.
    statements: [
      `ALTER TABLE broadcast_snapshot ADD COLUMN IF NOT EXISTS kind text,
         ADD COLUMN IF NOT EXISTS at timestamptz(3) NOT NULL DEFAULT clock_timestamp()`,
      `CREATE TABLE IF NOT EXISTS broadcast_earlier (
         campaign uuid PRIMARY KEY, content jsonb NOT NULL, kind text, at timestamptz(3) NOT NULL)`,
    ],
  },
];
