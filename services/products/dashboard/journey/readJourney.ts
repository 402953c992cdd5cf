import type { Json } from '../../../../schemas/model/types.ts';
import { malformed, notFound } from '../../../engine/http/errors.ts';
import type { RawQuery } from '../../../engine/resources/listQuery.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { peopleQuery } from '../../segments/index.ts';
import { isId } from '../../../engine/storage/matchSql.ts';
import { findSources } from './spans.ts';
import { findMostUsedTemplate } from './mostUsedTemplate.ts';
import { channelMatch, parseIds, normalizeQuery, parseRange } from '../parseQuery.ts';
import { type JourneyQuery, type JourneyRow, journeyStatement } from './statement.ts';
import { addAggregates } from './aggregates.ts';
import { type JourneyCount, JourneyRollup } from './journeyRollup.ts';
import { textOf } from '../../../../schemas/model/text.ts';
import { message, messages, t } from '../../../../schemas/texts/translate.ts';

/** Named steps on each side; the others are combined into one. */
const MAX_STEPS = 10;

/** One neighbour of the unit. */
export interface Step {
  id: string | null;
  name: string;
  /** The record was deleted: the name is a generic text, and the step cannot be opened. */
  isDeleted?: true;
  type: 'template' | 'message' | 'richmenu' | 'broadcast' | 'chatads' | 'left' | 'other';
  count: number;
  /** Share of the unit's occurrences, rounded to a tenth. */
  percent: number;
}

export interface Journey {
  /** Null while there are no templates to choose from. */
  unit: { id: string; name: string } | null;
  previous: Step[];
  current: {
    count: number;
    people: number;
    medianSeconds: number | null;
    /** When only the last answers are counted: the time of the first of them. */
    since: string | null;
    channels: { id: string; name: string; type: string; count: number }[];
  };
  next: Step[];
  stages: { name: string; count: number; percent: number }[];
}

const STAGES: [kind: string, name: string][] = [
  ['tapped', message('Tapped an action')],
  ['wrote', message('Wrote back')],
  ['handoff', message('Asked for a person')],
  ['nothing', message('Nothing more')],
];
const emptyJourney = (): Journey => ({
  unit: null,
  previous: [],
  current: { count: 0, people: 0, medianSeconds: null, since: null, channels: [] },
  next: [],
  stages: STAGES.map(([, name]) => ({ name: t(name), count: 0, percent: 0 })),
});
const FALLBACK_STEP_NAMES: Record<string, string> = messages({
  message: 'Session start',
  chatads: 'Deleted ChatAd',
  richmenu: 'Rich menu',
  broadcast: 'Broadcast',
  left: 'Left',
  template: 'Deleted template',
});

/**
 * `GET /api/v1/dashboard/user-journeys`: what came before and after a template's answers in a range. Conversations end after
 * 30 minutes without a message. Without `unitId` it is about the template that answered most; without any template `unit`
 * is null and nothing is counted. Finished days are read from
 * roll-ups; of more than 10,000 other answers the last ones are followed.
 * @throws ApiError 400, 404 for a template that is not there
 */
export async function readJourney(services: Services, query: RawQuery): Promise<Journey> {
  const plain = normalizeQuery(query, [
    ...['startIsoStringDate', 'endIsoStringDate', 'unitId', 'channels', 'segmentIds'],
  ]);
  const { catalog } = services;
  const selection = { ...parseRange(plain), channel: channelMatch(parseIds(plain, 'channels')) };
  const unitId = plain['unitId'] ?? (await findMostUsedTemplate(services, selection));
  if (unitId === undefined) return emptyJourney();
  if (typeof unitId !== 'string' || !isId(unitId)) throw malformed(t('unitId must be the id of a template'));
  const [unit] = (await catalog.repository('template')?.getMany([unitId])) ?? [];
  if (!unit) throw notFound(t('Template not found'));
  const { journey, since } = await readRollup(services, {
    unit: unitId,
    ...selection,
    people: await peopleCondition(services, parseIds(plain, 'segmentIds')),
  });
  const stage = new Map(journey.countsOf('stage').map(({ kind, amount }) => [kind, amount]));
  const count = [...stage.values()].reduce((sum, amount) => sum + amount, 0);
  const [previous, next] = [journey.countsOf('previous'), journey.countsOf('next')];
  const names = new Map([
    ...(await findNamed(services, 'template', [...previous, ...next])),
    ...(await findNamed(services, 'campaign', previous)),
    ...(await findNamed(services, 'chat-ad', previous)),
  ]);
  const channels = await findNamed(services, 'channel', journey.countsOf('channel'));
  return {
    unit: { id: unit.id, name: unit.name },
    previous: toSteps(previous, names, count),
    current: {
      count,
      people: journey.people,
      medianSeconds: journey.medianSeconds,
      since: since?.toISOString() ?? null,
      channels: journey
        .countsOf('channel')
        .map(({ id, amount }) => {
          const channel = channels.get(id ?? '');
          return {
            id: id ?? '',
            name: textOf(channel?.['name'] ?? t('Deleted channel')),
            type: textOf(channel?.['type'] ?? 'NOT_SET'),
            count: amount,
          };
        })
        .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name)),
    },
    next: toSteps(next, names, count),
    stages: STAGES.map(([kind, name]) => {
      const amount = stage.get(kind) ?? 0;
      return { name: t(name), count: amount, percent: percentOf(amount, count) };
    }),
  };
}

/** Reads the roll-up of a query, and since when answers are counted. Aggregates are not used for a selection of people. */
async function readRollup(
  services: Services,
  query: JourneyQuery,
  summed = query.people === undefined,
): Promise<{ journey: JourneyRollup; since?: Date }> {
  const { catalog, db } = services;
  const message = catalog.require('message').model;
  const foundSources = await findSources(db, message, query, { summed });
  const { text, values } = journeyStatement(message, { ...query, sources: foundSources });
  const journey = new JourneyRollup();
  let since: Date | undefined;
  const [rows, isWhole] = await Promise.all([
    db.query<JourneyRow>(text, values, { prepare: false }),
    addAggregates(db, message, { ...query, ...foundSources }, journey),
  ]);
  for (const row of rows) {
    if (row.part === 'since') since = new Date(row.amount);
    else journey.addRow(row);
  }
  const isSummed = foundSources.months.length + foundSources.days.length > 0;
  // Aggregates cannot be combined with a cut-off time, and one that was rebuilt meanwhile is missing.
  if (!isSummed || (isWhole && !since)) return { journey, since };
  return readRollup(services, query, false);
}

/** The ten most frequent steps, then the others combined, then the people who left. */
function toSteps(
  counts: readonly JourneyCount[],
  names: ReadonlyMap<string, Record<string, Json | undefined>>,
  all: number,
): Step[] {
  const steps = counts
    .map(({ kind, id, amount }): Step => {
      const type = (kind ?? 'message') as Step['type'];
      const stored = names.get(id ?? '')?.['name'];
      const fallback = FALLBACK_STEP_NAMES[type];
      const name = textOf(stored ?? (fallback && t(fallback)) ?? type);
      const isDeleted = id !== null && stored === undefined;
      return {
        ...{ id, name, type, count: amount, percent: percentOf(amount, all) },
        ...(isDeleted && { isDeleted }),
      };
    })
    .toSorted(
      (a, b) => b.count - a.count || a.name.localeCompare(b.name) || (a.id ?? '').localeCompare(b.id ?? ''),
    );
  const named = steps.filter(({ type }) => type !== 'left');
  const others = named.slice(MAX_STEPS);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return [
    ...named.slice(0, MAX_STEPS),
    ...(others.length > 0
      ? [
          {
            id: null,
            name: t('%{count} more', { count: others.length }),
            type: 'other' as const,
            count: rest,
            percent: percentOf(rest, all),
          },
        ]
      : []),
    ...steps.filter(({ type }) => type === 'left'),
  ];
}

const percentOf = (count: number, all: number): number =>
  all === 0 ? 0 : Math.round((count / all) * 1000) / 10;

/** The records that counts refer to, by id. */
async function findNamed(
  { catalog }: Services,
  entity: 'template' | 'channel' | 'campaign' | 'chat-ad',
  counts: readonly JourneyCount[],
): Promise<Map<string, Record<string, Json | undefined>>> {
  const ids = [...new Set(counts.flatMap(({ id }) => (isId(id) ? [id] : [])))];
  const records = ids.length === 0 ? [] : await catalog.require(entity).repository.getMany(ids);
  return new Map(records.map((record) => [record.id, record as Record<string, Json | undefined>]));
}

/** The people in one of the segments. @throws ApiError 400 for an unknown segment */
async function peopleCondition(services: Services, ids: readonly string[]) {
  if (ids.length === 0) return undefined;
  const segments = (await services.catalog.repository('segment')?.getMany([...ids])) ?? [];
  const missing = ids.find((id) => !segments.some((segment) => segment.id === id));
  if (missing !== undefined) throw malformed(t('segmentIds: there is no segment %{missing}', { missing }));
  return peopleQuery(
    services,
    segments.map(({ who }) => who),
  );
}
