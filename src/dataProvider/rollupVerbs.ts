import type { HttpClient } from './httpClient.ts';

/** Counts of one group of events, within an interval or over the whole range. */
export interface RollupRow {
  /** Start of the interval; missing for the whole range. */
  at?: string;
  by: Record<string, string | null>;
  count: number;
  sum: Record<string, number>;
  distinct: Record<string, number>;
}

export interface RollupQuery {
  from: Date;
  to: Date;
  per?: 'hour' | 'day' | 'month' | 'all';
  /** Fields to group by. */
  by?: string[];
  /** Filter: an event has one of the values of each field. */
  where?: Record<string, readonly string[]>;
  signal?: AbortSignal;
}

export interface RollupVerbs {
  /** Counts an entity's events by one of its roll-ups (`events.rollups` of its schema). Rejects with HttpError. */
  countEvents: (entity: string, rollup: string, query: RollupQuery) => Promise<RollupRow[]>;
}

/** @param address of an entity's collection */
export const rollupVerbs = (http: HttpClient, address: (entity: string) => string): RollupVerbs => ({
  countEvents: async (entity, rollup, { from, to, per = 'all', by = [], where = {}, signal }) => {
    const query = new URLSearchParams([
      ['from', from.toISOString()],
      ['to', to.toISOString()],
      ['per', per],
      ...by.map((name) => ['by', name]),
      ...Object.entries(where).flatMap(([name, values]) => values.map((value) => [name, value])),
    ]);
    const answer = await http(`${address(entity)}/rollups/${rollup}?${query.toString()}`, { signal });
    return (answer.json as { rows: RollupRow[] }).rows;
  },
});
