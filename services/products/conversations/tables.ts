import type { Migration } from '../../engine/storage/migrations/migration.ts';

/** Conversations, inbound events that wait for the bot, and messages that wait to be sent. */
export const CONVERSATION_TABLES: readonly Migration[] = [
  {
    id: '0001-conversations',
    statements: [
      // `arrivals` grows with every inbound event, so that a release sees whether one came in meanwhile.
      `CREATE TABLE IF NOT EXISTS conversation (
         profile uuid PRIMARY KEY, channel uuid NOT NULL, person text COLLATE "C" NOT NULL,
         last_inbound timestamptz(3), followed_at timestamptz(3), expecting jsonb, expecting_until timestamptz(3),
         variables jsonb NOT NULL DEFAULT '{}', arrivals bigint NOT NULL DEFAULT 0, due_at timestamptz(3),
         worker uuid, leased_until timestamptz(3), UNIQUE (channel, person)) WITH (fillfactor = 70)`,
      `CREATE INDEX IF NOT EXISTS conversation_due ON conversation (due_at) WHERE due_at IS NOT NULL`,
      `CREATE TABLE IF NOT EXISTS conversation_inbound (
         id uuid PRIMARY KEY, profile uuid NOT NULL REFERENCES conversation ON DELETE CASCADE,
         at timestamptz(3) NOT NULL, received_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
         seq bigint GENERATED ALWAYS AS IDENTITY, event jsonb NOT NULL, attempts int NOT NULL DEFAULT 0,
         due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
      `CREATE INDEX IF NOT EXISTS conversation_inbound_of ON conversation_inbound (profile, at, seq)`,
      // `calling`: the call that was begun, counted from 0; not yet `done` when the process died in the middle of it.
      `CREATE TABLE IF NOT EXISTS conversation_outbound (
         id uuid PRIMARY KEY, profile uuid NOT NULL REFERENCES conversation ON DELETE CASCADE,
         seq bigint GENERATED ALWAYS AS IDENTITY, bodies jsonb NOT NULL, about jsonb NOT NULL, reply jsonb,
         done int NOT NULL DEFAULT 0, calling int, attempts int NOT NULL DEFAULT 0,
         made_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), due_at timestamptz(3) NOT NULL)`,
      `CREATE INDEX IF NOT EXISTS conversation_outbound_of ON conversation_outbound (profile, seq)`,
    ],
  },
  {
    id: '0002-caller',
    // A hash of the visitor's address, so that one address does not occupy all capacity.
    statements: [`ALTER TABLE conversation ADD COLUMN IF NOT EXISTS caller int`],
  },
  {
    id: '0003-inbound-ids',
    statements: [
      // Ids of all inbound events, to ignore repetitions, for as long as their messages are stored.
      `CREATE TABLE IF NOT EXISTS conversation_event (id uuid PRIMARY KEY, received_at timestamptz(3) NOT NULL DEFAULT now())`,
      `CREATE INDEX IF NOT EXISTS conversation_event_received ON conversation_event USING brin (received_at)`,
    ],
  },
  {
    id: '0004-clocks',
    // How far the platform's clock was ahead of ours when the person last wrote.
    statements: ['ALTER TABLE conversation ADD COLUMN IF NOT EXISTS ahead_ms int NOT NULL DEFAULT 0'],
  },
];
