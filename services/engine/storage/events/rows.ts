import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Parameters } from '../matchSql.ts';
import { timeOfEvent } from './ids.ts';

/** SQL condition that selects a row by id; for an event also by time, so that only one partition is read. */
export function rowCondition(
  { source }: Pick<EntityModel, 'source'>,
  id: string,
  parameters: Parameters,
): string {
  if (source !== 'events') return `id = ${parameters.add(id)}::uuid`;
  const at = timeOfEvent(id);
  if (at === undefined) return 'false';
  return `created_at = ${parameters.add(at)}::timestamptz AND id = ${parameters.add(id)}::uuid`;
}

/** SQL condition that selects rows by ids. */
export function rowsCondition(
  { source }: Pick<EntityModel, 'source'>,
  ids: readonly string[],
  parameters: Parameters,
): string {
  if (source !== 'events') return `id = ANY(${parameters.add(ids)}::uuid[])`;
  // Pairs of time and id, so that each is looked up in one partition only.
  const known = ids.flatMap((id) => {
    const at = timeOfEvent(id);
    return at === undefined ? [] : [{ id, at }];
  });
  const times = parameters.add(known.map(({ at }) => at));
  const own = parameters.add(known.map(({ id }) => id));
  return `(created_at, id) IN (SELECT * FROM unnest(${times}::timestamptz[], ${own}::uuid[]))`;
}
