import { momentOf } from '../../../../schemas/model/moments.ts';
import { unknownNameMessage } from '../../../../schemas/model/didYouMean.ts';
import { STRETCHES } from '../../../../schemas/model/spans.ts';
import type { Span, Stretch } from '../../../../schemas/model/types.ts';
import type { RollupRow } from '../../storage/events/readRollup.ts';
import { malformed } from '../../http/errors.ts';
import type { Resource } from '../catalog.ts';
import type { RawQuery } from '../listQuery.ts';
import { authorize } from '../operations.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../write/actor.ts';
import { Rollup } from './rollups.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const OWN = ['from', 'to', 'per', 'by'];

/** What a person is told of a roll-up. */
interface RollupResponse {
  from: string;
  to: string;
  per: Stretch | 'all';
  rows: RollupRow[];
}

/**
 * `GET {path}/rollups/{id}?from&to&per&by&<group>=…`: counts of all events that the person may see, without the groups
 * and sums of fields that are kept from them.
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
  const counted = new Rollup(db, resource.model, id);
  const seen = (name: string): boolean => {
    const needed = resource.model.fields.find((field) => field.name === name)?.access.read;
    return needed === undefined || caller.rights.holds(needed, 'read');
  };
  const groups = counted.model.by.filter(seen);
  const known = [...OWN, ...groups];
  const strange = Object.keys(query).find((key) => !known.includes(key));
  if (strange !== undefined)
    throw malformed(unknownNameMessage('query parameter', strange.slice(0, 80), known));
  const [from, to] = [timeOf(query, 'from'), timeOf(query, 'to')];
  if (from >= to) throw malformed(t('to must be behind from'));
  const per = perOf(query['per'], counted.model.per);
  const filters = Object.fromEntries(Object.entries(query).filter(([key]) => groups.includes(key)));
  const { where } = resource.query.list(filters, caller.rights);
  const rows = await counted.read({
    ...{ from, to, per },
    by: groupsOf(query['by'], groups),
    sum: counted.model.sum.filter(seen),
    distinct: counted.model.distinct.filter(seen),
    where: [where, resource.model.access.rows],
    context: { user: caller.user },
  });
  return { from: from.toISOString(), to: to.toISOString(), per, rows };
}

function timeOf(query: RawQuery, key: 'from' | 'to'): Date {
  const raw = query[key];
  const moment = typeof raw === 'string' ? momentOf(raw) : undefined;
  if (moment === undefined)
    throw malformed(t('%{key} must be a date or a time, as 2026-01-31 or 2026-01-31T09:30:00Z', { key }));
  return new Date(moment);
}

function perOf(raw: RawQuery[string], usual: Span): Stretch | 'all' {
  if (raw === undefined) return usual;
  const known = [...STRETCHES, 'all'] as const;
  const per = known.find((one) => one === raw);
  if (!per) throw malformed(t('per must be one of %{known}', { known: known.join(', ') }));
  return per;
}

function groupsOf(raw: RawQuery[string], known: readonly string[]): string[] {
  const names = [...new Set(raw === undefined ? [] : [raw].flat())];
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) throw malformed(unknownNameMessage('group', strange.slice(0, 80), known));
  return names;
}
