import { noteAsOf } from './asOf.ts';
import type { HttpClient } from './httpClient.ts';

export type MessageSource = 'USER' | 'BOT' | 'AGENT' | 'BROADCAST';
export type Interval = 'hour' | 'day' | 'week' | 'month';

/** What a dashboard is asked about. Times in UTC; no channels are all of them. */
export interface FigureQuery {
  start: string;
  end: string;
  interval: Interval;
  channels: readonly string[];
  sources?: readonly MessageSource[];
}

export type ChartPath = 'messages/chart' | 'users/active/chart' | 'friends/chart';
export type CountPath =
  'messages/count/total' | 'messages/count/bot' | 'users/active/count/total' | 'users/new/count/total';

/** One point of a chart: where its stretch begins, in UTC. */
export interface FigurePoint {
  date: string;
  amount: number;
}

/** How many of the bot's answers were by an intent and by the fail action over time, and when it was trained meanwhile. */
export interface Understanding {
  rows: { date: string; understood: number; missed: number }[];
  trainings: { at: string }[];
}

/** One of what a filter offers. */
export interface FilterOption {
  id: string;
  name: string;
  type?: string;
}
export type OfferPath = 'channels' | 'user-journeys/templates' | 'user-journeys/segments';

export type StepType = 'template' | 'message' | 'richmenu' | 'broadcast' | 'chatads' | 'left' | 'other';
export interface JourneyStep {
  id: string | null;
  name: string;
  /** The record is not there any more, and cannot be followed. */
  isDeleted?: true;
  type: StepType;
  count: number;
  /** Of the unit's occurrences. */
  percent: number;
}
export interface Journey {
  /** Null while there are no templates to choose from. */
  unit: { id: string; name: string } | null;
  previous: JourneyStep[];
  current: {
    count: number;
    people: number;
    medianSeconds: number | null;
    /** Where there were more answers than are followed at once: since when; null where all are. */
    since: string | null;
    channels: { id: string; name: string; type: string; count: number }[];
  };
  next: JourneyStep[];
  stages: { name: string; count: number; percent: number }[];
}
export interface JourneyQuery {
  start: string;
  end: string;
  /** Id of a template; by default the one that answered most. */
  unit?: string;
  channels: readonly string[];
  segments: readonly string[];
}

interface Abortable {
  signal?: AbortSignal;
}

/** The calls of the dashboards. All reject with HttpError. */
export interface DashboardVerbs {
  figureRows: (path: ChartPath, query: FigureQuery, options?: Abortable) => Promise<FigurePoint[]>;
  figureAmount: (path: CountPath, query: FigureQuery, options?: Abortable) => Promise<number>;
  understanding: (query: FigureQuery, options?: Abortable) => Promise<Understanding>;
  /** A page of what a filter offers, by name; with `ids` those, whatever they are called. */
  offered: (
    path: OfferPath,
    options: Abortable & { take: number; after?: string; keyword?: string; ids?: readonly string[] },
  ) => Promise<FilterOption[]>;
  journey: (query: JourneyQuery, options?: Abortable) => Promise<Journey>;
  /** Days of the demo's conversations that are there, of all of them; null when none are being made. */
  demoFilling: (options?: Abortable) => Promise<DemoFilling | null>;
}

export interface DemoFilling {
  done: number;
  total: number;
}

/** @param base address of the management service */
export const dashboardVerbs = (http: HttpClient, base: string): DashboardVerbs => {
  const ask = async <T>(path: string, values: [string, string][], options?: Abortable): Promise<T> => {
    const address = `${base}/api/v1/dashboard/${path}?${new URLSearchParams(values).toString()}`;
    const { json, headers } = await http(address, options);
    noteAsOf('dashboard', headers);
    return json as T;
  };
  const many = (name: string, values: readonly string[] = []): [string, string][] =>
    values.map((value) => [`${name}[]`, value]);
  const range = ({ start, end }: { start: string; end: string }): [string, string][] => [
    ['startIsoStringDate', start],
    ['endIsoStringDate', end],
  ];
  const figure = (query: FigureQuery): [string, string][] => [
    ...range(query),
    ['interval', query.interval],
    ...many('channels', query.channels),
    ...many('messageSources', query.sources),
  ];
  return {
    figureRows: async (path, query, options) =>
      (await ask<{ rows: FigurePoint[] }>(path, figure(query), options)).rows,
    figureAmount: async (path, query, options) =>
      (await ask<{ amount: number }>(path, figure(query), options)).amount,
    understanding: (query, options) => ask<Understanding>('understanding/chart', figure(query), options),
    offered: (path, { take, after, keyword, ids = [], signal }) =>
      ask(
        path,
        [
          ['take', String(take)],
          ...(after === undefined
            ? []
            : ([
                ['cursorId', after],
                ['skip', '1'],
              ] as [string, string][])),
          ...(keyword ? ([['keyword', keyword]] as [string, string][]) : []),
          ...ids.map((id): [string, string] => ['id', id]),
        ],
        { signal },
      ),
    journey: (query, options) =>
      ask(
        'user-journeys',
        [
          ...range(query),
          ...(query.unit === undefined ? [] : ([['unitId', query.unit]] as [string, string][])),
          ...many('channels', query.channels),
          ...many('segmentIds', query.segments),
        ],
        options,
      ),
    demoFilling: async (options) =>
      (
        (await http(`${base}/api/v1/dashboard/demo/conversations`, options)).json as {
          filling: DemoFilling | null;
        }
      ).filling,
  };
};
