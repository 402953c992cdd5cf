import { watch } from 'node:fs';
import { loadProduct, SchemaProblems } from '../schemas/folder.ts';
import type { ProductModel } from '../schemas/model/types.ts';
import { StorageError } from './storage/database.ts';

/** Editors write a file in several steps; what comes within this time is one edit. */
const SETTLE_MS = 100;

/**
 * Takes edits of the schemas up while the services run. What is wrong with an edit is told, and the product as it
 * was stays in service.
 * @returns stops watching
 */
export function watchSchemas(
  folder: string,
  reload: (product: ProductModel) => Promise<void>,
  tell: (line: string) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const take = async (): Promise<void> => {
    try {
      await reload(loadProduct(folder));
      tell('Schemas reloaded.');
    } catch (error) {
      if (!(error instanceof SchemaProblems || error instanceof StorageError)) throw error;
      tell(`Schemas not reloaded. ${error.message}`);
    }
  };
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (!file?.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(take).catch((error: unknown) => tell(`Schemas not reloaded. ${String(error)}`));
    }, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
