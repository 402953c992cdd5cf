import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { catalogueFiles, readCatalogues } from '../../schemas/texts/catalogues.ts';
import { collectFromFile, type CollectedTexts } from '../texts/collect.ts';

const WEBCHAT_FILES = 'src/webchat/words.ts';
const PREFIX = '\0texts:';

/** Folders with catalogues in `texts/`: the product's, then those of other schemas and other code (docs/deploying.md). */
export const catalogueRoots = (env: NodeJS.ProcessEnv = process.env): string[] =>
  [...new Set(['schemas', env['SCHEMAS_DIR'], env['CUSTOM_DIR']])].flatMap((folder) =>
    folder === undefined || folder === '' ? [] : [resolve(folder)],
  );

/**
 * Serves the catalogues of the folders as virtual modules (`src/virtual.d.ts`). Each language is a chunk of its own, with
 * the texts of all folders.
 */
export function texts(folders = catalogueRoots()): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId: (id) =>
      id === 'virtual:languages' || id === 'virtual:webchat-texts' || id.startsWith('virtual:language/')
        ? PREFIX + id.slice('virtual:'.length)
        : undefined,
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      for (const folder of folders) {
        for (const file of catalogueFiles(folder).values()) this.addWatchFile(file);
      }
      return catalogueModule(id.slice(PREFIX.length), readCatalogues(folders));
    },
  };
}

function catalogueModule(name: string, catalogues: ReturnType<typeof readCatalogues>): string {
  if (name === 'languages') {
    const loaders = [...catalogues.keys()].map(
      (code) => `${JSON.stringify(code)}: () => import('virtual:language/${code}').then((it) => it.default)`,
    );
    return `export const catalogues = {${loaders.join(',\n')}};`;
  }
  const webchatTexts = name === 'webchat-texts' ? collectFileTexts(WEBCHAT_FILES) : undefined;
  const pickTexts = (catalogue: ReadonlyMap<string, string>): Record<string, string> =>
    Object.fromEntries([...catalogue].filter(([english]) => webchatTexts?.has(english) ?? true));
  if (webchatTexts) {
    const byLanguage = [...catalogues].map(([code, catalogue]) => [code, pickTexts(catalogue)] as const);
    return `export const catalogues = ${JSON.stringify(Object.fromEntries(byLanguage))};`;
  }
  const texts = JSON.stringify(pickTexts(catalogues.get(name.slice('language/'.length)) ?? new Map()));
  // Parsing a string is faster than a large literal.
  return `export default JSON.parse(${JSON.stringify(texts)});`;
}

/** Collects the texts of one source file. */
function collectFileTexts(file: string): CollectedTexts['texts'] {
  const collected: CollectedTexts = { texts: new Map(), uncatalogued: [] };
  collectFromFile(file, readFileSync(file, 'utf8'), collected);
  return collected.texts;
}
