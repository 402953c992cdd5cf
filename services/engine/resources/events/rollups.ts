import type { Entities } from '../../../../schemas/generated/types.ts';
import { unknownNameMessage } from '../../../../schemas/model/didYouMean.ts';
import type { EntityModel, Match, MatchContext, RollupModel, Span } from '../../../../schemas/model/types.ts';
import { divides, GRANULARITIES } from '../../../../schemas/model/spans.ts';
import type { Queryable } from '../../storage/database.ts';
import { withGrains, type StoredRollup } from '../../storage/events/grains.ts';
import { readRollup, type RollupRow } from '../../storage/events/readRollup.ts';
import type { RollupQuery } from '../../storage/events/rollupQueryBuilder.ts';
import { malformed, notFound } from '../../http/errors.ts';
import type { Services } from '../services.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

/** Per read. */
const MAX_ROLLUP_ROWS = 10_000;

export interface RollupReadOptions {
  /** Inclusive; `to` is exclusive. Neither has to be the start of a bucket. */
  from: Date;
  to: Date;
  /** Length of a row's time span; default: the roll-up's. `all`: one span for the whole time. */
  per?: RollupQuery['per'];
  /** Fields to group by; default none. */
  by?: readonly string[];
  /** Sums and distinct counts to return; default: all of the roll-up. */
  sum?: readonly string[];
  distinct?: readonly string[];
  /** Conditions on fields that the roll-up groups by. */
  where?: Match | (Match | undefined)[];
  context?: MatchContext;
}

/** Reads one roll-up of an entity's events. */
export class Rollup {
  readonly model: RollupModel;
  private readonly storedRollups: StoredRollup[];

  /** @throws ApiError 404 for a roll-up that the entity does not have */
  constructor(
    private readonly db: Queryable,
    private readonly entity: EntityModel,
    id: string,
  ) {
    const model = entity.events?.rollups.find((rollupModel) => rollupModel.id === id);
    if (!model)
      throw notFound(
        t('There is no roll-up "%{id}" of %{plural}', { id: id.slice(0, 80), plural: t(entity.plural) }),
      );
    this.model = model;
    this.storedRollups = findUsableRollups(entity, model);
  }

  /**
   * Exact counts in the order of time; spans without events have no row.
   * @throws ApiError 400 for a name that the roll-up does not have, or more than 10,000 rows
   */
  async read({ from, to, where = [], context, ...own }: RollupReadOptions): Promise<RollupRow[]> {
    const { model } = this;
    const { per = model.per, by = [], sum = model.sum, distinct = model.distinct } = own;
    if (per !== 'all' && !divides(model.per, per))
      throw malformed(
        t('per: %{id} is counted per %{per}, which is longer than a %{unit}', {
          id: model.id,
          per: model.per,
          unit: per,
        }),
      );
    assertKnown('by', by, model.by);
    assertKnown('sum', sum, model.sum);
    assertKnown('distinct', distinct, model.distinct);
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
    const storedRollups = this.storedRollups.filter((stored) => per === 'all' || divides(stored.per, per));
    const rows = await readRollup(this.db, this.entity, storedRollups, query, MAX_ROLLUP_ROWS);
    if (rows.length > MAX_ROLLUP_ROWS)
      throw malformed(
        t('These are more than %{count} counts: ask for longer stretches, fewer groups or less time', {
          count: numberText(MAX_ROLLUP_ROWS),
        }),
      );
    return rows;
  }
}

/**
 * The stored roll-ups from which a roll-up can be read: its own grains, and others with the same condition that have at
 * least its groups, sums and distinct counts; the longest buckets first.
 */
function findUsableRollups({ events }: EntityModel, own: RollupModel): StoredRollup[] {
  const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
    some.every((name) => all.includes(name));
  // One with another retention is only used for spans shorter than the roll-up's own buckets.
  const isRetainedLongEnough = (candidate: RollupModel): boolean =>
    candidate.keep === own.keep || isShorter(candidate, own);
  const others = (events?.rollups ?? []).filter(
    (candidate) =>
      candidate !== own &&
      JSON.stringify(candidate.where) === JSON.stringify(own.where) &&
      includesAll(candidate.by, own.by) &&
      includesAll(candidate.sum, own.sum) &&
      includesAll(candidate.distinct, own.distinct),
  );
  const found = new Map<Span, StoredRollup>();
  for (const stored of [own, ...others].flatMap(withGrains))
    if (isRetainedLongEnough(stored) && !found.has(stored.per)) found.set(stored.per, stored);
  return [...found.values()].toSorted((a, b) => GRANULARITIES.indexOf(b.per) - GRANULARITIES.indexOf(a.per));
}

const isShorter = (one: RollupModel, other: RollupModel): boolean =>
  GRANULARITIES.indexOf(one.per) < GRANULARITIES.indexOf(other.per);

function assertKnown(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknownName = names.find((name) => !known.includes(name));
  if (unknownName !== undefined) throw malformed(unknownNameMessage(kind, unknownName.slice(0, 80), known));
}

/**
 * A roll-up by name: `await rollup(services, 'message', 'hourly').read({ from, to, per: 'day' })`.
 * @throws ApiError 404 for an entity or a roll-up that the product does not have
 */
export function rollup(services: Services, entity: keyof Entities, id: string): Rollup {
  return new Rollup(services.db, services.catalog.require(entity).model, id);
}
