import type { Queryable } from '../../storage/database.ts';
import type { Catalog, Resource } from '../catalog.ts';

/** Sets derived fields from the record to which the draft refers, or to their defaults without one. */
export async function deriveValues(
  catalog: Catalog,
  { model: { fields } }: Resource,
  tx: Queryable,
  draft: Record<string, unknown>,
): Promise<void> {
  for (const { name, derive, default: fallback } of fields) {
    if (!derive) continue;
    const reference = fields.find((field) => field.name === derive.by)?.reference;
    const id = draft[derive.by];
    const referencedRecord =
      reference && typeof id === 'string'
        ? await catalog.require(reference.entity).repository.within(tx).find(id)
        : undefined;
    draft[name] = referencedRecord?.[derive.field] ?? fallback;
  }
}
