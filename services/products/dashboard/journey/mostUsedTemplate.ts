import type { Match } from '../../../../schemas/model/types.ts';
import { rollup } from '../../../engine/resources/events/rollups.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { textOf } from '../../../../schemas/model/text.ts';

/** Templates that are considered, as some may be deleted. */
const MAX_CANDIDATES = 100;

/** Period searched for a template if none answered in the range. */
const MAX_RANGE_MS = 366 * 86_400_000;

interface Selection {
  from: Date;
  to: Date;
  channel?: Match;
}

/**
 * Id of the template that answered most in a range, else in the year before its end; without answers the first by name;
 * undefined while there are no templates.
 */
export async function findMostUsedTemplate(
  services: Services,
  selection: Selection,
): Promise<string | undefined> {
  const yearBefore = new Date(selection.to.getTime() - MAX_RANGE_MS);
  const used =
    (await findMostUsedInRange(services, selection)) ??
    (await findMostUsedInRange(services, { ...selection, from: yearBefore }));
  if (used !== undefined) return used;
  const { repository } = services.catalog.require('template');
  const [first] = await repository.list({ take: 1, sort: { field: 'name', order: 'ASC' } });
  return first?.id;
}

async function findMostUsedInRange(
  services: Services,
  { from, to, channel }: Selection,
): Promise<string | undefined> {
  const rows = await rollup(services, 'message', 'answers').read({
    ...{ from, to, per: 'all', by: ['template'] },
    where: [channel],
  });
  const ids = rows
    .filter(({ by, count }) => typeof by['template'] === 'string' && count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_CANDIDATES)
    .map(({ by }) => textOf(by['template']));
  const { repository } = services.catalog.require('template');
  const existing = new Set(ids.length === 0 ? [] : (await repository.getMany(ids)).map(({ id }) => id));
  return ids.find((id) => existing.has(id));
}
