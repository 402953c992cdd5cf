import type { ReferrerSummary } from '../../../schemas/model/responses.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { isWritten } from '../../../schemas/model/sources.ts';
import type { Queryable } from '../storage/database.ts';
import { referenceTargets, placeholderPaths } from '../storage/referenceIndex.ts';
import { literal, tableOf } from '../storage/sql.ts';
import type { Catalog, Resource } from './catalog.ts';
import { isVisibleTo } from './visibility.ts';
import { ROW_COLUMNS, toRecord, type Row } from './recordShape.ts';
import type { RecordUse } from '../storage/repositoryErrors.ts';
import { isSystem, type Actor } from './write/actor.ts';

/** Uses that are told by name. */
const MAX_REFERRERS_NAMED = 20;
/** Uses that are looked at and counted, of each entity. */
const MAX_REFERRERS_COUNTED = 1000;

/** The records whose references, or texts, hold a deletion back; one query. */
export async function findReferrers(
  { db, catalog }: { db: Queryable; catalog: Catalog },
  { model }: Resource,
  actor: Actor,
  { id, name }: ReferencedRecord,
  tx: Queryable = db,
): Promise<ReferrerSummary> {
  const targets = referenceTargets(model, id, name);
  const referrers = targets.length > 1 ? placeholderReferrers(catalog) : [];
  referrers.push(...restrictingReferrers(catalog, model.name));
  if (referrers.length === 0) return { usedBy: [], hidden: 0 };
  const isTarget = targets.map((_, index) => `(to_entity = $${index * 2 + 2} AND to_id = $${index * 2 + 3})`);
  const text = referrers
    .map(
      ({
        resource,
        paths,
      }) => `(SELECT ${literal(resource.model.name)} AS entity, ${ROW_COLUMNS} FROM ${tableOf(resource.model)}
        WHERE id IN (SELECT from_id FROM record_reference WHERE (${isTarget.join(' OR ')})
          AND from_entity = ${literal(resource.model.name)} AND from_id <> $1
          AND path IN (${paths.map(literal).join(', ')})) ORDER BY id LIMIT ${MAX_REFERRERS_COUNTED})`,
    )
    .join(' UNION ALL ');
  const rows = await tx.query<Row & { entity: string }>(text, [
    id,
    ...targets.flatMap((target) => [target.entity, target.id]),
  ]);
  const usedBy: RecordUse[] = [];
  for (const row of rows) {
    const resource = catalog.find(row.entity);
    if (usedBy.length === MAX_REFERRERS_NAMED || !resource) break;
    const record = toRecord(resource.model, row);
    const seen =
      isSystem(actor) || (actor.rights.may(row.entity, 'read') && isVisibleTo(resource, actor, record));
    if (seen) usedBy.push({ entity: row.entity, id: row.id, title: recordTitle(resource.model, record) });
  }
  return { usedBy, hidden: rows.length - usedBy.length };
}

/** What is looked for: a record, by its name too where texts name it. */
export interface ReferencedRecord {
  id: string;
  name?: unknown;
}

interface Referrer {
  resource: Resource;
  paths: string[];
}

/** Entities with texts that may name variables. */
function placeholderReferrers(catalog: Catalog): Referrer[] {
  return catalog.product.entities.flatMap((model) => {
    const resource = catalog.find(model.name);
    const paths = placeholderPaths(model);
    return resource && isWritten(model) && paths.length > 0 ? [{ resource, paths }] : [];
  });
}

/** Entities with fields whose references to the entity forbid deleting what they lead to. */
function restrictingReferrers(catalog: Catalog, entity: string): Referrer[] {
  return catalog.product.entities.flatMap((model) => {
    const resource = catalog.find(model.name);
    // What has happened keeps naming what it was about; that holds nothing back.
    if (!resource || !isWritten(model)) return [];
    const paths = [...resource.referenceFields].flatMap(([path, { reference }]) =>
      reference?.entity === entity && reference.onDelete === undefined ? [path] : [],
    );
    return paths.length > 0 ? [{ resource, paths }] : [];
  });
}
