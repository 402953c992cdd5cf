import type { EventsModel, FieldModel, JsonSchema, Match, RollupModel } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';
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

/** Compiles `events`, with every default filled in. */
export function eventsOf(keywords: EventsKeywords | undefined): EventsModel | undefined {
  if (!keywords) return undefined;
  const { at, key = [], keep, rollups = {} } = keywords;
  return withoutUndefined<EventsModel>({
    at,
    key,
    keep: parseDays(keep),
    rollups: Object.entries(rollups).map(
      ([id, { grains = [], by = [], sum = [], distinct = [], keep: retention, ...own }]) =>
        withoutUndefined<RollupModel>({ id, ...own, grains, by, sum, distinct, keep: parseDays(retention) }),
    ),
  });
}

/** By default, lists of events have no search and only the time as a filter: each costs an index. */
export function listsOfEvents(
  events: EventsModel | undefined,
  fields: FieldModel[],
): { filters?: string[]; search?: string[] } {
  if (!events) return {};
  return { filters: fields.some(({ name }) => name === events.at) ? [events.at] : [], search: [] };
}

/** Parses a retention: `400d` is 400. */
function parseDays(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/**
 * Turns off sorting except by time and where the schema states it: each order needs an index that every event writes.
 */
export function disableUnstatedSorting(
  fields: FieldModel[],
  events: EventsModel | undefined,
  origins: SourceMap,
): void {
  if (!events) return;
  for (const field of fields) {
    const fieldKeywords = origins.schemaOf(field)['x-field'] as JsonSchema | undefined;
    const stated = (fieldKeywords?.['column'] as { sortable?: boolean } | undefined)?.sortable;
    if (field.column && field.name !== events.at) field.column.sortable = stated === true;
  }
}
