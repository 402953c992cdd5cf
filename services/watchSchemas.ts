import { watch } from 'node:fs';
import { loadProduct, SchemaProblems } from '../schemas/loadSchemas.ts';
import type { ProductModel } from '../schemas/model/types.ts';
import { StorageError } from './engine/storage/database.ts';

/** Editors write a file in several steps; changes within this time are one edit. */
const DEBOUNCE_MS = 100;

/**
 * Reloads the product when its schemas are edited. After an invalid edit the previous product stays in service.
 * @param onResult called with the error, or without one after a reload
 * @returns a function that stops watching
 */
export function watchSchemas(
  folder: string,
  reload: (product: ProductModel) => Promise<void>,
  onResult: (refusal?: string) => void,
): () => void {
  let running = Promise.resolve();
  const reloadFolder = async (): Promise<void> => {
    try {
      await reload(loadProduct(folder));
      onResult();
    } catch (error) {
      if (!(error instanceof SchemaProblems || error instanceof StorageError)) throw error;
      onResult(error.message);
    }
  };
  return onEdits(folder, () => {
    running = running.then(reloadFolder).catch((error: unknown) => onResult(String(error)));
  });
}

/** Watches for the next edit of the folder's schemas, until `stop` is called. */
export function waitForEdit(folder: string): { edited: Promise<void>; stop: () => void } {
  let resolveEdited = (): void => undefined;
  const edited = new Promise<void>((resolve) => (resolveEdited = resolve));
  return { edited, stop: onEdits(folder, () => resolveEdited()) };
}

function onEdits(folder: string, edited: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (!file?.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(edited, DEBOUNCE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
