import { useEffect, useState } from 'react';
import { schemas } from 'virtual:schemas';
import { entityOf } from '../../dataProvider/scope.ts';
import type { Check } from '../../../schemas/model/check.ts';
import { completeModel, isWhole } from '../product.ts';

const loaded = new Map<string, Check>();

/** Fetches the compiled check of an entity's schema ahead of its form. */
export async function loadCheck(name: string): Promise<Check> {
  const known = loaded.get(name);
  if (known) return known;
  const load = schemas[name];
  if (!load) throw new Error(`There is no schema named "${name}".`);
  const { check, variants } = await load();
  completeModel(name, variants);
  loaded.set(name, check);
  return check;
}

/** The compiled check of an entity's schema, once it is there. Failing to load it is an error of the screen. */
export function useCheck(resource: string): Check | undefined {
  const name = entityOf(resource);
  const [state, setState] = useState<{ name: string; check?: Check; error?: unknown }>(() => ({
    name,
    check: loaded.get(name),
  }));
  useEffect(() => {
    let left = false;
    loadCheck(name).then(
      (check) => left || setState({ name, check }),
      (error: unknown) => left || setState({ name, error }),
    );
    return () => {
      left = true;
    };
  }, [name]);
  if (state.error !== undefined) throw state.error;
  return state.name === name ? state.check : loaded.get(name);
}

const NOTHING = (): undefined => undefined;

/** Whether all of an entity's model is there, and fetches it: for screens that show what the variants of its fields hold. */
export function useIsWhole(resource: string): boolean {
  const [, setCame] = useState(0);
  const name = entityOf(resource);
  const there = isWhole(name);
  const [error, setError] = useState<{ thrown: unknown }>();
  useEffect(() => {
    if (there) return NOTHING;
    let left = false;
    loadCheck(name).then(
      () => left || setCame((count) => count + 1),
      (thrown: unknown) => left || setError({ thrown }),
    );
    return () => {
      left = true;
    };
  }, [name, there]);
  if (error) throw error.thrown;
  return there;
}
