import { watch } from 'node:fs';
import { loadProduct, SchemaProblems } from '../schemas/loadSchemas.ts';
import type { ProductModel } from '../schemas/model/types.ts';
import { StorageError } from './engine/storage/database.ts';

/** Editors write a file in several steps; what comes within this time is one edit. */
const SETTLE_MS = 100;

/**
 * Takes edits of the schemas up while the services run. What is wrong with an edit is told, and the product as it
 * was stays in service.
 * @param tell is given what the services refuse, or nothing once they have taken an edit up
 * @returns stops watching
 */
export function watchSchemas(
  folder: string,
  reload: (product: ProductModel) => Promise<void>,
  tell: (refusal?: string) => void,
): () => void {
  let running = Promise.resolve();
  const take = async (): Promise<void> => {
    try {
      await reload(loadProduct(folder));
      tell();
    } catch (error) {
      if (!(error instanceof SchemaProblems || error instanceof StorageError)) throw error;
      tell(error.message);
    }
  };
  return onEdits(folder, () => {
    running = running.then(take).catch((error: unknown) => tell(String(error)));
  });
}

/** Waits from now on for an edit of the folder's schemas, until `stop` ends that. */
export function nextEdit(folder: string): { edited: Promise<void>; stop: () => void } {
  let tell = (): void => undefined;
  const edited = new Promise<void>((resolve) => (tell = resolve));
  return { edited, stop: onEdits(folder, () => tell()) };
}

function onEdits(folder: string, edited: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (!file?.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(edited, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
