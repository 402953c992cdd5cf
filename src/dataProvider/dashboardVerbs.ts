import { recordAsOf } from './asOf.ts';
import type { HttpClient } from './httpClient.ts';

export type MessageSource = 'USER' | 'BOT' | 'AGENT' | 'BROADCAST';
export type Interval = 'hour' | 'day' | 'week' | 'month';

/** Parameters of a dashboard request. Times in UTC; an empty list of channels means all. */
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

/** One point of a chart. */
export interface FigurePoint {
  /** Start of its interval, in UTC. */
  date: string;
  amount: number;
}

/** How toArrayParameter of the bot's answers came from an intent and how toArrayParameter from the fail action, over time; and when the bot was trained. */
export interface Understanding {
  rows: { date: string; understood: number; missed: number }[];
  trainings: { at: string }[];
}

/** One option of a filter. */
export interface FilterOption {
  id: string;
  name: string;
  type?: string;
}
export type FilterOptionsPath = 'channels' | 'user-journeys/templates' | 'user-journeys/segments';

export type StepType = 'template' | 'message' | 'richmenu' | 'broadcast' | 'chatads' | 'left' | 'other';
export interface JourneyStep {
  id: string | null;
  name: string;
  /** The record was deleted; there is no link to it. */
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
    /** Start of the evaluated period when there were more answers than are evaluated; null where all are. */
    since: string | null;
    channels: { id: string; name: string; type: string; count: number }[];
  };
  next: JourneyStep[];
  stages: { name: string; count: number; percent: number }[];
}
export interface JourneyQuery {
  start: string;
  end: string;
  /** Id of a template; by default the one with the most answers. */
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
  /** A page of a filter's options, by name; with `ids` those options, whatever their names. */
  filterOptions: (
    path: FilterOptionsPath,
    options: Abortable & { take: number; after?: string; keyword?: string; ids?: readonly string[] },
  ) => Promise<FilterOption[]>;
  journey: (query: JourneyQuery, options?: Abortable) => Promise<Journey>;
  /** Progress of generating the demo's conversations, in days; null when none are being generated. */
  demoProgress: (options?: Abortable) => Promise<DemoProgress | null>;
}

export interface DemoProgress {
  done: number;
  total: number;
}

/** @param base address of the management service */
export const dashboardVerbs = (http: HttpClient, base: string): DashboardVerbs => {
  const getJson = async <T>(path: string, values: [string, string][], options?: Abortable): Promise<T> => {
    const address = `${base}/api/v1/dashboard/${path}?${new URLSearchParams(values).toString()}`;
    const { json, headers } = await http(address, options);
    recordAsOf('dashboard', headers);
    return json as T;
  };
  const toArrayParameter = (name: string, values: readonly string[] = []): [string, string][] =>
    values.map((value) => [`${name}[]`, value]);
  const toRangeParameters = ({ start, end }: { start: string; end: string }): [string, string][] => [
    ['startIsoStringDate', start],
    ['endIsoStringDate', end],
  ];
  const toFigureParameters = (query: FigureQuery): [string, string][] => [
    ...toRangeParameters(query),
    ['interval', query.interval],
    ...toArrayParameter('channels', query.channels),
    ...toArrayParameter('messageSources', query.sources),
  ];
  return {
    figureRows: async (path, query, options) =>
      (await getJson<{ rows: FigurePoint[] }>(path, toFigureParameters(query), options)).rows,
    figureAmount: async (path, query, options) =>
      (await getJson<{ amount: number }>(path, toFigureParameters(query), options)).amount,
    understanding: (query, options) =>
      getJson<Understanding>('understanding/chart', toFigureParameters(query), options),
    filterOptions: (path, { take, after, keyword, ids = [], signal }) =>
      getJson(
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
      getJson(
        'user-journeys',
        [
          ...toRangeParameters(query),
          ...(query.unit === undefined ? [] : ([['unitId', query.unit]] as [string, string][])),
          ...toArrayParameter('channels', query.channels),
          ...toArrayParameter('segmentIds', query.segments),
        ],
        options,
      ),
    demoProgress: async (options) =>
      (
        (await http(`${base}/api/v1/dashboard/demo/conversations`, options)).json as {
          filling: DemoProgress | null;
        }
      ).filling,
  };
};
