import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';

/** A roll-up as it is stored: one of the schema, or its counts in longer buckets. */
export interface StoredRollup extends RollupModel {
  /** What its longer buckets are added up from; absent for a roll-up of the schema. */
  readonly finer?: StoredRollup;
}

const families = new WeakMap<RollupModel, StoredRollup[]>();

/** A roll-up and its grains, the shorter buckets first. */
export function familyOf(rollup: RollupModel): StoredRollup[] {
  let family = families.get(rollup);
  if (!family) {
    family = [rollup];
    for (const per of rollup.grains) family.push(grainOf(rollup, per, family.at(-1) ?? rollup));
    families.set(rollup, family);
  }
  return family;
}

// No roll-up of a schema has a full stop in its name.
const grainOf = (rollup: RollupModel, per: RollupModel['per'], finer: StoredRollup): StoredRollup => ({
  ...rollup,
  id: `${rollup.id}.${per}`,
  per,
  grains: [],
  finer,
});

/** Every roll-up of an entity that has tables, what others are added up from before them. */
export const storedRollups = ({ events }: Pick<EntityModel, 'events'>): StoredRollup[] =>
  (events?.rollups ?? []).flatMap(familyOf);
