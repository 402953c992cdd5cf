import type { Report } from '../../../schemas/generated/types.ts';
import type { Match } from '../../../schemas/model/types.ts';
import type { Period, ReportType } from '../../../schemas/reports/timeframes.ts';
import type { Cell } from '../../../schemas/model/cells.ts';
import { rollup } from '../../engine/resources/events/rollups.ts';
import type { Services } from '../../engine/resources/services.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

/** What the figures of one row are about. */
export interface FigureQuery {
  services: Services;
  period: Period;
  /** Ids of channels; none means all. */
  channels: readonly string[];
}

/** Columns of a report by day, month, quarter or year. */
interface FigureColumns {
  titles: string[];
  /** The rows of one period, without the first cell, which names the period. */
  count: (query: FigureQuery) => Promise<Cell[][]>;
}

/** The rows of a report over a custom range: one for each record. */
interface RowSource {
  entity: string;
  columns: string[];
  /** The field with the time; or events with the time, by the field that refers to the record. */
  time: string | { entity: string; field: string; where: Match };
  /** The field with the channel; without one a selection of channels is ignored. */
  channel?: string;
  where?: Match;
}

/** A type of report, offered where the product has the entity, to people who may read it. */
interface ReportKind {
  title: string;
  entity: string;
  figures: FigureColumns;
  rows: RowSource;
}

const onChannels = (channels: readonly string[]): Match | undefined =>
  channels.length > 0 ? { channel: [...channels] } : undefined;

const SOURCES = ['USER', 'BOT', 'AGENT', 'BROADCAST'];

const readRollup = ({ services, period, channels }: FigureQuery, id: string, by?: string[], where?: Match) =>
  rollup(services, 'message', id).read({
    from: new Date(period.from),
    to: new Date(period.to),
    per: 'all',
    by,
    where: [onChannels(channels), where],
  });

async function messageFigures(query: FigureQuery): Promise<Cell[][]> {
  const rows = await readRollup(query, 'messages', ['source']);
  const counts = SOURCES.map((source) => rows.find(({ by }) => by['source'] === source)?.count ?? 0);
  return [[...counts, counts.reduce((sum, count) => sum + count, 0)]];
}

async function userFigures(query: FigureQuery): Promise<Cell[][]> {
  const [newcomers] = await readRollup(query, 'newcomers');
  const [active] = await readRollup(query, 'active-daily');
  return [[newcomers?.count ?? 0, active?.distinct['profile'] ?? 0]];
}

async function intentFigures(query: FigureQuery): Promise<Cell[][]> {
  const rows = await readRollup(query, 'answers', ['intent']);
  const { catalog } = query.services;
  const counted = rows.flatMap(({ by, count }) => {
    const id = by['intent'];
    return typeof id === 'string' && count > 0 ? [{ id, count }] : [];
  });
  const named = (await catalog.repository('intent')?.getMany(counted.map(({ id }) => id))) ?? [];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return counted
    .toSorted((one, other) => other.count - one.count)
    .map(({ id, count }) => [names.get(id) ?? t('Deleted intent'), count]);
}

async function campaignFigures(query: FigureQuery): Promise<Cell[][]> {
  const { services, period, channels } = query;
  const begun: Match = {
    startsAt: { gte: period.from, lt: period.to },
    status: ['executing', 'executed', 'failed'],
  };
  const campaigns = await services.catalog
    .repository('campaign')
    ?.count({ where: [begun, onChannels(channels)] });
  const [sent] = await readRollup(query, 'messages', undefined, { source: 'BROADCAST' });
  return [[campaigns ?? 0, sent?.count ?? 0]];
}

/** Links that were made and removed, from the history. */
async function menuFigures({ services, period, channels }: FigureQuery): Promise<Cell[][]> {
  const [row] = await services.db.query<Record<'added' | 'active' | 'removed', number>>(
    `SELECT count(*) FILTER (WHERE operation = 'create')::int AS added,
       count(*) FILTER (WHERE operation = 'activate')::int AS active,
       count(*) FILTER (WHERE operation = 'delete')::int AS removed
     FROM record_history
     WHERE entity = 'rich-menu-link' AND at >= $1::timestamptz AND at < $2::timestamptz
       AND (cardinality($3::text[]) = 0 OR coalesce(after, before) ->> 'channel' = ANY($3::text[]))`,
    [period.from, period.to, [...channels]],
  );
  return [[row?.added ?? 0, row?.active ?? 0, row?.removed ?? 0]];
}

const MESSAGE = { entity: 'message', time: 'at', channel: 'channel' };

/** The types of report: an entry for each type of `schemas/report.schema.json`. */
export const REPORT_KINDS: Readonly<Record<ReportType, ReportKind>> = {
  messages: {
    title: message('Messages'),
    entity: 'message',
    figures: {
      titles: [message('User'), message('Bot'), message('Agent'), message('Broadcast'), message('Total')],
      count: messageFigures,
    },
    rows: {
      ...MESSAGE,
      columns: ['at', 'channel', 'profile', 'source', 'type', 'text', 'template', 'intent'],
      where: { kind: 'message' },
    },
  },
  users: {
    title: message('Users'),
    entity: 'profile',
    figures: { titles: [message('New users'), message('Active users')], count: userFigures },
    rows: {
      entity: 'profile',
      // People who wrote in the range, also those who wrote again since.
      time: { entity: 'message', field: 'profile', where: { kind: 'message', source: 'USER' } },
      channel: 'channel',
      columns: [
        ...['displayName', 'channel', 'externalId', 'followState', 'language'],
        ...['firstSeen', 'lastSeen', 'userTags', 'customTags'],
      ],
    },
  },
  campaigns: {
    title: message('Campaigns'),
    entity: 'campaign',
    figures: { titles: [message('Broadcasts'), message('Messages sent')], count: campaignFigures },
    rows: {
      entity: 'campaign',
      time: 'startsAt',
      channel: 'channel',
      columns: [
        ...['name', 'channel', 'target', 'segment', 'status', 'startsAt'],
        ...['total', 'sent', 'failed', 'unknown', 'left', 'reason'],
      ],
    },
  },
  intents: {
    title: message('Intents'),
    entity: 'intent',
    figures: { titles: [message('Intent'), message('Answers')], count: intentFigures },
    rows: {
      ...MESSAGE,
      columns: ['at', 'channel', 'profile', 'intent', 'template', 'text'],
      where: { source: 'BOT', kind: 'message', place: 0, intent: { exists: true } },
    },
  },
  richmenus: {
    title: message('Rich menus'),
    entity: 'rich-menu',
    figures: {
      titles: [message('Links made'), message('Links taking force'), message('Links taken off')],
      count: menuFigures,
    },
    rows: {
      entity: 'rich-menu-link',
      time: 'createdAt',
      channel: 'channel',
      columns: [
        ...['channel', 'richmenu', 'chatBarText', 'selected', 'default', 'segment', 'priority'],
        ...['state', 'triggerTime', 'activeSince', 'createdAt'],
      ],
    },
  },
};

/** The entities that a person must be allowed to read for a report. */
export function requiredEntities({ type, timeframe }: Pick<Report, 'type' | 'timeframe'>): string[] {
  const { entity, rows } = REPORT_KINDS[type];
  return timeframe === 'custom' ? [...new Set([entity, rows.entity])] : [entity];
}
