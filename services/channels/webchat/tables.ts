import type { Migration } from '../../engine/storage/migrations/migration.ts';

/** Sessions of the web chat's client and their messages, so that a page can resume its conversation. */
export const WEBCHAT_TABLES: readonly Migration[] = [
  {
    id: '0001-webchat',
    statements: [
      // Only a hash of the token, so that the table gives nobody access to a conversation.
      `CREATE TABLE IF NOT EXISTS webchat_session (
         id uuid PRIMARY KEY, channel uuid NOT NULL, token bytea NOT NULL UNIQUE, language text,
         last bigint NOT NULL DEFAULT 0, created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
         used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
      `CREATE INDEX IF NOT EXISTS webchat_session_used ON webchat_session (used_at)`,
      `CREATE TABLE IF NOT EXISTS webchat_message (
         session uuid NOT NULL REFERENCES webchat_session ON DELETE CASCADE, seq bigint NOT NULL,
         id text COLLATE "C" NOT NULL, own boolean NOT NULL,
         at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), message jsonb NOT NULL,
         PRIMARY KEY (session, seq), UNIQUE (session, id))`,
    ],
  },
];
