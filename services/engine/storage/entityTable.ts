/** The table of an entity: its fields are one document, so that a new field needs no migration. */
export function entityTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    id uuid PRIMARY KEY, data jsonb NOT NULL, version int NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    created_by text, updated_by text)`;
}
