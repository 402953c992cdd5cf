import type { DemoRecord, DomainModule } from '../../engine/modules/module.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';
import { Random } from '../../engine/modules/random.ts';

interface DemoOptions {
  /** In order: a module may refer to rows of earlier ones. */
  modules: readonly DomainModule[];
  /** The demo data ends at this time. */
  now: Date;
  profiles?: number;
  /** Ids of members in the user pool, by username. */
  memberIds?: ReadonlyMap<string, string>;
}

/**
 * Builds the records of the demo workspace, by entity; referenced entities come first. Deterministic for the same `now`.
 * Entities that the product does not have are skipped.
 */
export function demoWorkspace(
  product: ProductModel,
  { modules, now, profiles = 5000, memberIds }: DemoOptions,
): Map<string, DemoRecord[]> {
  const known = new Set(product.entities.map((entity) => entity.name));
  const workspace = new Map<string, DemoRecord[]>();
  const rowsOf = (entity: string): DemoRecord[] => workspace.get(entity) ?? [];
  for (const { name, demo } of modules) {
    const random = new Random(hashSeed(name));
    const made = demo?.({ product, now, random, profiles, memberIds, rowsOf }) ?? {};
    for (const [entity, rows] of Object.entries(made))
      if (known.has(entity)) workspace.set(entity, [...rowsOf(entity), ...rows]);
  }
  return workspace;
}

/** A seed by module name, so that a module's rows do not depend on other modules. */
function hashSeed(name: string): number {
  let seed = 0;
  for (const letter of name) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  return seed;
}
