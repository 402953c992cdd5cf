import type { Catalog } from './catalog.ts';

const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g;
/** Variables that one record may name; beyond, their placeholders count as they stand. */
const MAX_NAMES = 101;

/**
 * Fills `{{name}}` in with the values of the workspace's variables, so that limits count what will be sent. One
 * query if the record names any variable, none otherwise.
 */
export async function variableFiller(
  catalog: Catalog,
  record: unknown,
): Promise<((text: string) => string) | undefined> {
  const variables = catalog.named('variable');
  const names = new Set([...JSON.stringify(record).matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''));
  if (!variables || names.size === 0) return undefined;
  const rows = await variables.repository.list({
    take: MAX_NAMES,
    where: [{ name: [...names].slice(0, MAX_NAMES) }],
  });
  const values = new Map(rows.map((row) => [String(row['name']), String(row['value'])]));
  return (text) =>
    text.replaceAll(PLACEHOLDER, (placeholder, name: string) => values.get(name) ?? placeholder);
}
