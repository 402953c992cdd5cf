import type { Match } from '../../../../schemas/model/types.ts';
import { notFound } from '../../../engine/http/errors.ts';
import { rollup } from '../../../engine/resources/events/rollups.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { textOf } from '../../../../schemas/model/text.ts';

/** Templates that are looked at: those that were deleted since are passed over. */
const LOOKED_AT = 100;

/**
 * Id of the template that answered most in a range; where none did, of the first by name.
 * @throws ApiError 404 while there are no templates
 */
export async function mostUsed(
  services: Services,
  { from, to, channel }: { from: Date; to: Date; channel?: Match },
): Promise<string> {
  const rows = await rollup(services, 'message', 'answers').read({
    ...{ from, to, per: 'all', by: ['template'] },
    where: [channel],
  });
  const ids = rows
    .filter(({ by, count }) => typeof by['template'] === 'string' && count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, LOOKED_AT)
    .map(({ by }) => textOf(by['template']));
  const { repository } = services.catalog.require('template');
  const there = new Set(ids.length === 0 ? [] : (await repository.getMany(ids)).map(({ id }) => id));
  const used = ids.find((id) => there.has(id));
  if (used !== undefined) return used;
  const [first] = await repository.list({ take: 1, sort: { field: 'name', order: 'ASC' } });
  if (!first) throw notFound('There are no templates yet');
  return first.id;
}
