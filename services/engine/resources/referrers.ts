import type { RecordUses } from '../../../schemas/model/responses.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { isWritable } from '../../../schemas/model/sources.ts';
import type { Queryable } from '../storage/database.ts';
import { referenceTargets, placeholderPaths } from '../storage/referenceIndex.ts';
import { quoteLiteral, quotedTableName } from '../storage/sql.ts';
import type { Catalog, Resource } from './catalog.ts';
import { isVisibleTo } from './visibility.ts';
import { ROW_COLUMNS, toRecord, type Row } from './recordShape.ts';
import type { ReferringRecord } from '../storage/repositoryErrors.ts';
import { isSystem, type Actor } from './write/actor.ts';

const MAX_NAMED_USES = 20;
const MAX_COUNTED_USES_PER_ENTITY = 1000;

/** The records whose references or texts prevent a record's deletion, with one query. */
export async function findReferrers(
  { db, catalog }: { db: Queryable; catalog: Catalog },
  { model }: Resource,
  actor: Actor,
  { id, name }: ReferencedRecord,
  tx: Queryable = db,
): Promise<RecordUses> {
  const targets = referenceTargets(model, id, name);
  const referrers = targets.length > 1 ? findEntitiesWithPlaceholders(catalog) : [];
  referrers.push(...findRestrictingEntities(catalog, model.name));
  if (referrers.length === 0) return { usedBy: [], hidden: 0 };
  const targetConditions = targets.map(
    (_, index) => `(to_entity = $${index * 2 + 2} AND to_id = $${index * 2 + 3})`,
  );
  const text = referrers
    .map(
      ({
        resource,
        paths,
      }) => `(SELECT ${quoteLiteral(resource.model.name)} AS entity, ${ROW_COLUMNS} FROM ${quotedTableName(resource.model)}
        WHERE id IN (SELECT from_id FROM record_reference WHERE (${targetConditions.join(' OR ')})
          AND from_entity = ${quoteLiteral(resource.model.name)} AND from_id <> $1
          AND path IN (${paths.map(quoteLiteral).join(', ')})) ORDER BY id LIMIT ${MAX_COUNTED_USES_PER_ENTITY})`,
    )
    .join(' UNION ALL ');
  const rows = await tx.query<Row & { entity: string }>(text, [
    id,
    ...targets.flatMap((target) => [target.entity, target.id]),
  ]);
  const usedBy: ReferringRecord[] = [];
  for (const row of rows) {
    const resource = catalog.find(row.entity);
    if (usedBy.length === MAX_NAMED_USES || !resource) break;
    const record = toRecord(resource.model, row);
    const isVisible =
      isSystem(actor) || (actor.rights.may(row.entity, 'read') && isVisibleTo(resource, actor, record));
    if (isVisible)
      usedBy.push({ entity: row.entity, id: row.id, title: recordTitle(resource.model, record) });
  }
  const namedIds = new Set(usedBy.map((use) => use.id));
  const hiddenOf = countByEntity(
    rows.filter(
      ({ id: one, entity }) => !namedIds.has(one) && (isSystem(actor) || actor.rights.may(entity, 'read')),
    ),
  );
  return {
    usedBy,
    hidden: rows.length - usedBy.length,
    ...(hiddenOf.length > 0 && { hiddenOf }),
  };
}

function countByEntity(rows: readonly { entity: string }[]): { entity: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { entity } of rows) counts.set(entity, (counts.get(entity) ?? 0) + 1);
  return [...counts].map(([entity, count]) => ({ entity, count }));
}

/** How many records of which entities would be deleted with a record, as far as the person may read them. */
export async function countCascadeDeletes(
  { db, catalog }: { db: Queryable; catalog: Catalog },
  { model }: Resource,
  actor: Actor,
  id: string,
): Promise<NonNullable<RecordUses['along']>> {
  const references = await db.query<{ entity: string; path: string; count: number }>(
    `SELECT from_entity AS entity, path, count(DISTINCT from_id)::int AS count FROM record_reference
     WHERE to_entity = $1 AND to_id = $2 AND NOT (from_entity = $1 AND from_id = $2) GROUP BY 1, 2 ORDER BY 1, 2`,
    [model.name, id],
  );
  return references.flatMap(({ entity, path, count }) => {
    const isCascaded = catalog.find(entity)?.referenceFields.get(path)?.reference?.onDelete === 'cascade';
    return isCascaded && (isSystem(actor) || actor.rights.may(entity, 'read')) ? [{ entity, count }] : [];
  });
}

/** The record whose uses are looked for; texts refer to it by its name. */
export interface ReferencedRecord {
  id: string;
  name?: unknown;
}

interface Referrer {
  resource: Resource;
  paths: string[];
}

/** Entities with texts that may contain variables. */
function findEntitiesWithPlaceholders(catalog: Catalog): Referrer[] {
  return catalog.product.entities.flatMap((model) => {
    const resource = catalog.find(model.name);
    const paths = placeholderPaths(model);
    return resource && isWritable(model) && paths.length > 0 ? [{ resource, paths }] : [];
  });
}

/** Entities with fields whose references prevent the deletion of records of the entity. */
function findRestrictingEntities(catalog: Catalog, entity: string): Referrer[] {
  return catalog.product.entities.flatMap((model) => {
    const resource = catalog.find(model.name);
    // Events keep referring to deleted records, so they prevent nothing.
    if (!resource || !isWritable(model)) return [];
    const paths = [...resource.referenceFields].flatMap(([path, { reference }]) =>
      reference?.entity === entity && reference.onDelete === undefined ? [path] : [],
    );
    return paths.length > 0 ? [{ resource, paths }] : [];
  });
}
