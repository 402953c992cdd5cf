import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';
import { Random } from '../../engine/modules/random.ts';

interface DemoOptions {
  /** Those that have demo rows; one may build on the rows of those before it. */
  modules: readonly DomainModule[];
  /** End of the time that the workspace covers. */
  now: Date;
  profiles?: number;
  /** Ids of the members by username, as the user pool gave them. */
  memberIds?: ReadonlyMap<string, string>;
}

/**
 * The records of the demo workspace by entity, those that are referred to first. The same `now` gives the same
 * records; entities that the product does not have are left out.
 */
export function demoWorkspace(
  product: ProductModel,
  { modules, now, profiles = 5000, memberIds }: DemoOptions,
): Map<string, DemoRecord[]> {
  const known = new Set(product.entities.map((entity) => entity.name));
  const workspace = new Map<string, DemoRecord[]>();
  const rowsOf = (entity: string): DemoRecord[] => workspace.get(entity) ?? [];
  for (const { name, demo } of modules) {
    const random = new Random(seedOf(name));
    const made = demo?.({ product, now, random, profiles, memberIds, rowsOf }) ?? {};
    for (const [entity, rows] of Object.entries(made))
      if (known.has(entity)) workspace.set(entity, [...rowsOf(entity), ...rows]);
  }
  return workspace;
}

/** A module's rows stay the same whatever modules there are beside it. */
function seedOf(name: string): number {
  let seed = 0;
  for (const letter of name) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  return seed;
}
