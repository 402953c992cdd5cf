import type { Migration } from '../../engine/storage/migrations/migration.ts';

/** Older segments were lists of tags, of which a person needed one. */
const tagConditionsSql = (tags: string): string => `CASE WHEN jsonb_array_length(${tags}) = 0
  THEN '{"match": "any", "conditions": []}'::jsonb
  ELSE jsonb_build_object('match', 'all', 'conditions',
    jsonb_build_array(jsonb_build_object('field', 'tag', 'is', 'any', 'tags', ${tags}))) END`;
const migrated = (column: string): string =>
  `${column} - 'tags' || jsonb_build_object('who', ${tagConditionsSql(`${column} -> 'tags'`)})`;
const isOld = (column: string): string => `jsonb_typeof(${column} -> 'tags') = 'array'`;

export const SEGMENT_TABLES: readonly Migration[] = [
  {
    id: '0001-conditions',
    statements: [
      `DO $$ BEGIN
         IF to_regclass('entity_segment') IS NOT NULL THEN
           UPDATE entity_segment SET data = ${migrated('data')} WHERE ${isOld('data')};
           UPDATE record_history SET before = ${migrated('before')} WHERE entity = 'segment' AND ${isOld('before')};
           UPDATE record_history SET after = ${migrated('after')} WHERE entity = 'segment' AND ${isOld('after')};
         END IF;
       END $$`,
    ],
  },
];
