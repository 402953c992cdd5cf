import type { EventsModel, FieldModel, JsonSchema, Match, RollupModel } from '../types.ts';
import type { SourceMap } from './origins.ts';
import { withoutUndefined } from './field.ts';

/** `events` as the vocabulary allows it. */
export interface EventsKeywords {
  at: string;
  key?: string[];
  keep?: string;
  rollups?: Record<string, RollupKeywords>;
}
interface RollupKeywords {
  per: RollupModel['per'];
  grains?: RollupModel['grains'];
  by?: string[];
  sum?: string[];
  distinct?: string[];
  where?: Match;
  keep?: string;
}

/** How an entity's events are kept, with every default filled in. */
export function eventsOf(stated: EventsKeywords | undefined): EventsModel | undefined {
  if (!stated) return undefined;
  const { at, key = [], keep, rollups = {} } = stated;
  return withoutUndefined<EventsModel>({
    at,
    key,
    keep: daysOf(keep),
    rollups: Object.entries(rollups).map(
      ([id, { grains = [], by = [], sum = [], distinct = [], keep: kept, ...own }]) =>
        withoutUndefined<RollupModel>({ id, ...own, grains, by, sum, distinct, keep: daysOf(kept) }),
    ),
  });
}

/** Lists of events search nothing and offer the time as a filter, unless they are told otherwise: an index has its price. */
export function listsOfEvents(
  events: EventsModel | undefined,
  fields: FieldModel[],
): { filters?: string[]; search?: string[] } {
  if (!events) return {};
  return { filters: fields.some(({ name }) => name === events.at) ? [events.at] : [], search: [] };
}

/** `400d` as 400. */
function daysOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Every order of a list is an index that each event pays for: only those that the schema asks for, and time. */
export function disableUnstatedSorting(
  fields: FieldModel[],
  events: EventsModel | undefined,
  origins: SourceMap,
): void {
  if (!events) return;
  for (const field of fields) {
    const own = origins.schemaOf(field)['x-field'] as JsonSchema | undefined;
    const stated = (own?.['column'] as { sortable?: boolean } | undefined)?.sortable;
    if (field.column && field.name !== events.at) field.column.sortable = stated === true;
  }
}
