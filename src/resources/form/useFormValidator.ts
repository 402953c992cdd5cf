import { useEffect, useState } from 'react';
import { variantEditors, schemas } from 'virtual:schemas';
import { entityOf } from '../../dataProvider/scope.ts';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { loadEditors } from '../fieldKit/editors.ts';
import { completeModel, isModelLoaded, modelNamed } from '../product.ts';

const loadedValidators = new Map<string, SchemaValidator>();
const loadedForms = new Map<string, SchemaValidator>();

/** Loads the compiled validator of an entity's schema ahead of its form. */
export async function loadValidator(name: string): Promise<SchemaValidator> {
  const known = loadedValidators.get(name);
  if (known) return known;
  const load = schemas[name];
  if (!load) throw new Error(`There is no schema named "${name}".`);
  const { check, ...rest } = await load();
  completeModel(name, rest);
  loadedValidators.set(name, check);
  return check;
}

/** Loads the validator and the editors of an entity's form or a form of `schemas/forms`. */
export async function loadForm(name: string): Promise<SchemaValidator> {
  const known = loadedForms.get(name);
  if (known) return known;
  const [check] = await Promise.all([
    loadValidator(name),
    loadEditors(modelNamed(name).fields, variantEditors[name]),
  ]);
  // The complete model, including variants, is known by now.
  await loadEditors(modelNamed(name).fields);
  loadedForms.set(name, check);
  return check;
}

/** The compiled validator of an entity's schema, once loaded. A failed load is thrown to the error boundary. */
export const useSchemaValidator = (resource: string): SchemaValidator | undefined =>
  useLoaded(resource, loadValidator, loadedValidators);

/** The same once the form's editors are loaded too, so that the form is drawn complete. */
export const useFormValidator = (resource: string): SchemaValidator | undefined =>
  useLoaded(resource, loadForm, loadedForms);

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
    let isUnmounted = false;
    load(name).then(
      (check) => isUnmounted || setState({ name, check }),
      (error: unknown) => isUnmounted || setState({ name, error }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [name, load]);
  if (state.error !== undefined) throw state.error;
  return state.name === name ? state.check : known.get(name);
}

const NOTHING = (): undefined => undefined;

/**
 * Loads an entity's complete model, for screens that show variants. Returns whether it is loaded.
 */
export function useIsModelLoaded(resource: string): boolean {
  const [, setLoadCount] = useState(0);
  const name = entityOf(resource);
  const isLoaded = isModelLoaded(name);
  const [error, setError] = useState<{ thrown: unknown }>();
  useEffect(() => {
    if (isLoaded) return NOTHING;
    let isUnmounted = false;
    loadValidator(name).then(
      () => isUnmounted || setLoadCount((count) => count + 1),
      (thrown: unknown) => isUnmounted || setError({ thrown }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [name, isLoaded]);
  if (error) throw error.thrown;
  return isLoaded;
}
