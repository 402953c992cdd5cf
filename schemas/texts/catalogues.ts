import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Translations into one language, by English text. */
export type Catalogue = Map<string, string>;

/** The catalogue folder of schemas or code: `texts/<language>.json`. */
export const cataloguePath = (folder: string): string => join(folder, 'texts');

/** A folder's catalogue files by language; there may be none. */
export function catalogueFiles(folder: string): Map<string, string> {
  const files = namesIn(cataloguePath(folder)).filter((name) => name.endsWith('.json'));
  return new Map(files.map((name) => [name.slice(0, -'.json'.length), join(cataloguePath(folder), name)]));
}

/** Merges the catalogues of all folders, by language; later folders override earlier ones. */
export function readCatalogues(folders: readonly string[]): Map<string, Catalogue> {
  const catalogues = new Map<string, Catalogue>();
  for (const [language, file] of folders.flatMap((folder) => [...catalogueFiles(folder)])) {
    const catalogue = catalogues.get(language) ?? new Map<string, string>();
    catalogues.set(language, catalogue);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const [english, text] of Object.entries(texts)) if (text !== '') catalogue.set(english, text);
  }
  return catalogues;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
