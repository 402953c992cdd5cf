import type { Migration } from '../../engine/storage/migrations/migration.ts';

/** Daily follower counts, and the state of follower imports. */
export const FRIENDS_TABLES: readonly Migration[] = [
  {
    id: '0001-friends',
    statements: [
      // Without `friends` where the platform was asked and had not counted the day.
      `CREATE TABLE IF NOT EXISTS channel_follower_count (
         channel uuid NOT NULL, day date NOT NULL, asked_at timestamptz(3) NOT NULL,
         friends int, blocked int, targeted int, PRIMARY KEY (channel, day))`,
      // `next` is where the platform's list goes on; null before the first page.
      `CREATE TABLE IF NOT EXISTS channel_friend_import (
         channel uuid PRIMARY KEY, next text, listed int NOT NULL DEFAULT 0, added int NOT NULL DEFAULT 0,
         is_done boolean NOT NULL DEFAULT false, begun_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
    ],
  },
];
