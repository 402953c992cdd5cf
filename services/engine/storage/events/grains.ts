import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';

/** A roll-up that has tables: one of the schema, or one of its grains (the same counts in longer buckets). */
export interface StoredRollup extends RollupModel {
  /** The roll-up with shorter buckets that a grain is aggregated from; absent for a roll-up of the schema. */
  readonly finer?: StoredRollup;
}

const families = new WeakMap<RollupModel, StoredRollup[]>();

/** A roll-up and its grains, the shorter buckets first. */
export function withGrains(rollup: RollupModel): StoredRollup[] {
  let family = families.get(rollup);
  if (!family) {
    family = [rollup];
    for (const per of rollup.grains) family.push(toGrain(rollup, per, family.at(-1) ?? rollup));
    families.set(rollup, family);
  }
  return family;
}

// Ids of a schema's roll-ups contain no full stop.
const toGrain = (rollup: RollupModel, per: RollupModel['per'], finer: StoredRollup): StoredRollup => ({
  ...rollup,
  id: `${rollup.id}.${per}`,
  per,
  grains: [],
  finer,
});

/** Every roll-up of an entity that has tables, each before those aggregated from it. */
export const storedRollups = ({ events }: Pick<EntityModel, 'events'>): StoredRollup[] =>
  (events?.rollups ?? []).flatMap(withGrains);
