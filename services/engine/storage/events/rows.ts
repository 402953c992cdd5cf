import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Parameters } from '../matchSql.ts';
import { timeOfEvent } from './ids.ts';

/** The condition that a row is the one of an id; of an event it names the time too, so that one partition is asked. */
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

/** The same for any of several. */
export function rowsCondition(
  { source }: Pick<EntityModel, 'source'>,
  ids: readonly string[],
  parameters: Parameters,
): string {
  if (source !== 'events') return `id = ANY(${parameters.add(ids)}::uuid[])`;
  // Pairs, each looked up in the one partition that its time lies in.
  const known = ids.flatMap((id) => {
    const at = timeOfEvent(id);
    return at === undefined ? [] : [{ id, at }];
  });
  const times = parameters.add(known.map(({ at }) => at));
  const own = parameters.add(known.map(({ id }) => id));
  return `(created_at, id) IN (SELECT * FROM unnest(${times}::timestamptz[], ${own}::uuid[]))`;
}
