import type { HttpClient } from './httpClient.ts';

/** What one row counts: a stretch of time, or all of it. */
export interface RollupRow {
  /** Where the stretch begins; missing for rows of the whole time. */
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
  /** Fields by which rows are apart. */
  by?: string[];
  /** Values of fields, one of which an event has. */
  where?: Record<string, readonly string[]>;
  signal?: AbortSignal;
}

export interface RollupVerbs {
  /** What is counted of an entity's events (`events.rollups` of its schema). Rejects with HttpError. */
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
