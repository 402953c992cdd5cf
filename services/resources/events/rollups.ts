import type { Entities } from '../../../schemas/generated/types.ts';
import { unknownWord } from '../../../schemas/model/nearest.ts';
import type { EntityModel, Match, MatchContext, RollupModel } from '../../../schemas/model/types.ts';
import { isWithin } from '../../../schemas/model/spans.ts';
import type { Queryable } from '../../storage/database.ts';
import { readRollup, type RollupQuery, type RollupRow } from '../../storage/events/readRollup.ts';
import { malformed, notFound } from '../../plugins/errors.ts';
import type { Services } from '../services.ts';

/** Rows that one reading gives at most: longer stretches or fewer groups take their place. */
export const MOST_ROWS = 10_000;

export interface RollupReading {
  /** From here on, before `to`; any times, not only those at which buckets begin. */
  from: Date;
  to: Date;
  /** How long each row's stretch is; by default the roll-up's own. `all`: the whole time is one. */
  per?: RollupQuery['per'];
  /** Groups that rows are apart by; by default none. */
  by?: readonly string[];
  /** What is told beside the number of events; by default all that the roll-up has. */
  sum?: readonly string[];
  distinct?: readonly string[];
  /** Conditions on groups of the roll-up. */
  where?: Match | (Match | undefined)[];
  context?: MatchContext;
}

/** What is counted of the events of one entity under one name. */
export class Rollup {
  readonly model: RollupModel;

  /** @throws ApiError 404 for a roll-up that the entity does not have */
  constructor(
    private readonly db: Queryable,
    private readonly entity: EntityModel,
    id: string,
  ) {
    const model = entity.events?.rollups.find((one) => one.id === id);
    if (!model) throw notFound(`There is no roll-up "${id.slice(0, 80)}" of ${entity.plural}`);
    this.model = model;
  }

  /**
   * Exact counts of a stretch of time, in the order of time; stretches without events have no row.
   * @throws ApiError 400 for what the roll-up does not have, and for more than 10,000 rows
   */
  async read({ from, to, where = [], context, ...own }: RollupReading): Promise<RollupRow[]> {
    const { model } = this;
    const { per = model.per, by = [], sum = model.sum, distinct = model.distinct } = own;
    if (per !== 'all' && !isWithin(model.per, per))
      throw malformed(`per: ${model.id} is counted per ${model.per}, which is longer than a ${per}`);
    demandKnown('by', by, model.by);
    demandKnown('sum', sum, model.sum);
    demandKnown('distinct', distinct, model.distinct);
    const query = {
      from: from.getTime(),
      to: to.getTime(),
      per,
      by,
      sum,
      distinct,
      where: [where].flat(),
      context,
    };
    const rows = await readRollup(this.db, this.entity, model, query, MOST_ROWS);
    if (rows.length > MOST_ROWS)
      throw malformed(
        `These are more than ${MOST_ROWS.toLocaleString('en-US')} counts: ask for longer stretches, fewer groups or less time`,
      );
    return rows;
  }
}

function demandKnown(kind: string, names: readonly string[], known: readonly string[]): void {
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) throw malformed(unknownWord(kind, strange.slice(0, 80), known));
}

/**
 * A roll-up by name: `await rollup(services, 'message', 'hourly').read({ from, to, per: 'day' })`.
 * @throws ApiError 404 for an entity or a roll-up that the product does not have
 */
export function rollup(services: Services, entity: keyof Entities, id: string): Rollup {
  return new Rollup(services.db, services.catalog.require(entity).model, id);
}
