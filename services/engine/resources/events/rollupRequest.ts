import { parseMoment } from '../../../../schemas/model/moments.ts';
import { unknownNameMessage } from '../../../../schemas/model/didYouMean.ts';
import { GRANULARITIES } from '../../../../schemas/model/spans.ts';
import type { Span, Granularity } from '../../../../schemas/model/types.ts';
import type { RollupRow } from '../../storage/events/readRollup.ts';
import { malformed } from '../../http/errors.ts';
import type { Resource } from '../catalog.ts';
import type { RawQuery } from '../listQuery.ts';
import { authorize } from '../operations.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../write/actor.ts';
import { Rollup } from './rollups.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const PARAMETERS = ['from', 'to', 'per', 'by'];

/** Response of a roll-up request. */
interface RollupResponse {
  from: string;
  to: string;
  per: Granularity | 'all';
  rows: RollupRow[];
}

/**
 * `GET {path}/rollups/{id}?from&to&per&by&<group>=…`: counts of all events that the caller may see, without groups and sums
 * of fields that they may not read.
 * @throws ApiError 400, 403, 404
 */
export async function readRollupRequest(
  { db }: Services,
  resource: Resource,
  caller: Caller,
  id: string,
  query: RawQuery,
): Promise<RollupResponse> {
  authorize(resource, caller, 'read');
  const rollup = new Rollup(db, resource.model, id);
  const isVisible = (name: string): boolean => {
    const needed = resource.model.fields.find((field) => field.name === name)?.access.read;
    return needed === undefined || caller.rights.holds(needed, 'read');
  };
  const groups = rollup.model.by.filter(isVisible);
  const known = [...PARAMETERS, ...groups];
  const unknownKey = Object.keys(query).find((key) => !known.includes(key));
  if (unknownKey !== undefined)
    throw malformed(unknownNameMessage('query parameter', unknownKey.slice(0, 80), known));
  const [from, to] = [readTime(query, 'from'), readTime(query, 'to')];
  if (from >= to) throw malformed(t('to must be behind from'));
  const per = readPer(query['per'], rollup.model.per);
  const filters = Object.fromEntries(Object.entries(query).filter(([key]) => groups.includes(key)));
  const { where } = resource.queryParser.list(filters, caller.rights);
  const rows = await rollup.read({
    ...{ from, to, per },
    by: readGroups(query['by'], groups),
    sum: rollup.model.sum.filter(isVisible),
    distinct: rollup.model.distinct.filter(isVisible),
    where: [where, resource.model.access.rows],
    context: { user: caller.user },
  });
  return { from: from.toISOString(), to: to.toISOString(), per, rows };
}

function readTime(query: RawQuery, key: 'from' | 'to'): Date {
  const raw = query[key];
  const moment = typeof raw === 'string' ? parseMoment(raw) : undefined;
  if (moment === undefined)
    throw malformed(t('%{key} must be a date or a time, as 2026-01-31 or 2026-01-31T09:30:00Z', { key }));
  return new Date(moment);
}

function readPer(raw: RawQuery[string], fallback: Span): Granularity | 'all' {
  if (raw === undefined) return fallback;
  const known = [...GRANULARITIES, 'all'] as const;
  const per = known.find((one) => one === raw);
  if (!per) throw malformed(t('per must be one of %{known}', { known: known.join(', ') }));
  return per;
}

function readGroups(raw: RawQuery[string], known: readonly string[]): string[] {
  const names = [...new Set(raw === undefined ? [] : [raw].flat())];
  const unknownName = names.find((name) => !known.includes(name));
  if (unknownName !== undefined)
    throw malformed(unknownNameMessage('group', unknownName.slice(0, 80), known));
  return names;
}
