import { useEffect, useState } from 'react';
import { variantEditors, schemas } from 'virtual:schemas';
import { entityOf } from '../../dataProvider/scope.ts';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { loadEditors } from '../fieldKit/editors.ts';
import { completeModel, isModelLoaded, modelNamed } from '../product.ts';

const loaded = new Map<string, SchemaValidator>();
const ready = new Map<string, SchemaValidator>();

/** Loads the compiled validator of an entity's schema ahead of its form. */
export async function loadValidator(name: string): Promise<SchemaValidator> {
  const known = loaded.get(name);
  if (known) return known;
  const load = schemas[name];
  if (!load) throw new Error(`There is no schema named "${name}".`);
  const { check, ...rest } = await load();
  completeModel(name, rest);
  loaded.set(name, check);
  return check;
}

/** Loads all that the form of an entity, or a form of `schemas/forms`, is drawn and validated with. */
export async function loadForm(name: string): Promise<SchemaValidator> {
  const known = ready.get(name);
  if (known) return known;
  const [check] = await Promise.all([
    loadValidator(name),
    loadEditors(modelNamed(name).fields, variantEditors[name]),
  ]);
  // What the variants hold, and all of a form, is known by now.
  await loadEditors(modelNamed(name).fields);
  ready.set(name, check);
  return check;
}

/** The compiled validator of an entity's schema, once it is loaded. Failing to load it is an error of the screen. */
export const useSchemaValidator = (resource: string): SchemaValidator | undefined =>
  useLoaded(resource, loadValidator, loaded);

/** The same for a form: it comes once the editors have come too, so that the form is drawn whole. */
export const useFormValidator = (resource: string): SchemaValidator | undefined =>
  useLoaded(resource, loadForm, ready);

function useLoaded(
  resource: string,
  load: (name: string) => Promise<SchemaValidator>,
  known: ReadonlyMap<string, SchemaValidator>,
): SchemaValidator | undefined {
  const name = entityOf(resource);
  const [state, setState] = useState<{ name: string; check?: SchemaValidator; error?: unknown }>(() => ({
    name,
    check: known.get(name),
  }));
  useEffect(() => {
    let left = false;
    load(name).then(
      (check) => left || setState({ name, check }),
      (error: unknown) => left || setState({ name, error }),
    );
    return () => {
      left = true;
    };
  }, [name, load]);
  if (state.error !== undefined) throw state.error;
  return state.name === name ? state.check : known.get(name);
}

const NOTHING = (): undefined => undefined;

/** Whether all of an entity's model is there, and fetches it: for screens that show what the variants of its fields hold. */
export function useIsModelLoaded(resource: string): boolean {
  const [, setCame] = useState(0);
  const name = entityOf(resource);
  const there = isModelLoaded(name);
  const [error, setError] = useState<{ thrown: unknown }>();
  useEffect(() => {
    if (there) return NOTHING;
    let left = false;
    loadValidator(name).then(
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
