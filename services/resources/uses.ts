import { recordTitle } from '../../schemas/model/fields.ts';
import { isWritten } from '../../schemas/model/sources.ts';
import type { Queryable } from '../storage/database.ts';
import { literal, tableOf } from '../storage/sql.ts';
import type { Catalog, Resource } from './catalog.ts';
import { isWithinReach } from './outgoing.ts';
import { ROW, toRecord, type Row } from './recordShape.ts';
import type { Use } from './repositoryErrors.ts';
import type { Services } from './services.ts';
import { isSystem, type Actor } from './write/actor.ts';

/** Uses that are told by name. */
const TOLD = 20;
/** Uses that are looked at and counted, of each entity. */
const COUNTED = 1000;

/** Where a record is used: what the person may see by name, the rest as a number. */
export interface Uses {
  usedBy: Use[];
  /** Records that use it and that are not named: out of the person's reach, or beyond the first 20. */
  hidden: number;
}

/** The records whose references hold a deletion back; one query. */
export async function usesFor(
  { db, catalog }: Pick<Services, 'db' | 'catalog'>,
  { model }: Resource,
  actor: Actor,
  id: string,
  tx: Queryable = db,
): Promise<Uses> {
  const referrers = holdingBack(catalog, model.name);
  if (referrers.length === 0) return { usedBy: [], hidden: 0 };
  const text = referrers
    .map(
      ({
        resource,
        paths,
      }) => `(SELECT ${literal(resource.model.name)} AS entity, ${ROW} FROM ${tableOf(resource.model)}
        WHERE id IN (SELECT from_id FROM record_reference WHERE to_entity = $1 AND to_id = $2
          AND from_entity = ${literal(resource.model.name)} AND from_id <> $2
          AND path IN (${paths.map(literal).join(', ')})) ORDER BY id LIMIT ${COUNTED})`,
    )
    .join(' UNION ALL ');
  const rows = await tx.query<Row & { entity: string }>(text, [model.name, id]);
  const usedBy: Use[] = [];
  for (const row of rows) {
    const resource = catalog.named(row.entity);
    if (usedBy.length === TOLD || !resource) break;
    const record = toRecord(resource.model, row);
    const seen =
      isSystem(actor) || (actor.rights.may(row.entity, 'read') && isWithinReach(resource, actor, record));
    if (seen) usedBy.push({ entity: row.entity, id: row.id, title: recordTitle(resource.model, record) });
  }
  return { usedBy, hidden: rows.length - usedBy.length };
}

/** Entities with fields whose references to the entity forbid deleting what they lead to. */
function holdingBack(catalog: Catalog, entity: string): { resource: Resource; paths: string[] }[] {
  return catalog.product.entities.flatMap((model) => {
    const resource = catalog.named(model.name);
    // What has happened keeps naming what it was about; that holds nothing back.
    if (!resource || !isWritten(model)) return [];
    const paths = [...resource.referring].flatMap(([path, { reference }]) =>
      reference?.entity === entity && reference.onDelete === undefined ? [path] : [],
    );
    return paths.length > 0 ? [{ resource, paths }] : [];
  });
}
