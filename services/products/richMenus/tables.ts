import type { Migration } from '../../engine/storage/migrations/migration.ts';

/**
 * What is at LINE, by what was done there: menus by the link that they were made for, and the menu that each person was
 * given.
 */
export const LINE_TABLES: readonly Migration[] = [
  {
    id: '0001-line',
    statements: [
      `CREATE TABLE IF NOT EXISTS line_rich_menu (
         channel uuid NOT NULL, link uuid NOT NULL, line_id text, uploaded boolean NOT NULL DEFAULT false,
         PRIMARY KEY (channel, link))`,
      `CREATE TABLE IF NOT EXISTS line_rich_menu_person (
         channel uuid NOT NULL, external_id text NOT NULL, line_id text NOT NULL,
         PRIMARY KEY (channel, external_id))`,
      `CREATE TABLE IF NOT EXISTS line_rich_menu_lease (channel uuid PRIMARY KEY, until timestamptz NOT NULL,
         again boolean NOT NULL)`,
    ],
  },
  {
    // Leases held during the migration belong to processes of another version, and are released.
    id: '0002-holder',
    statements: [`ALTER TABLE line_rich_menu_lease ADD COLUMN IF NOT EXISTS holder text NOT NULL DEFAULT ''`],
  },
  {
    // The lease of the job is the channel's.
    id: '0003-jobs-hold-the-lease',
    statements: ['DROP TABLE IF EXISTS line_rich_menu_lease'],
  },
  {
    // Links are called what their menus are.
    id: '0004-names-of-links',
    statements: [
      `DO $$ BEGIN
         IF to_regclass('entity_rich_menu_link') IS NOT NULL AND to_regclass('entity_rich_menu') IS NOT NULL THEN
           UPDATE entity_rich_menu_link AS link SET data = link.data || jsonb_strip_nulls(jsonb_build_object(
             'name', menu.data -> 'name', 'size', menu.data -> 'size', 'pattern', menu.data -> 'pattern'))
           FROM entity_rich_menu AS menu WHERE menu.id::text = link.data ->> 'richmenu';
         END IF;
       END $$`,
    ],
  },
];
