import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { screenModules } from './chunks.ts';

/** Modules of an entity's schema (`schemas.ts`). */
const SCHEMA = /^\0schemas:schema\/(.+)$/;

/**
 * Writes the files of each screen, besides those of index.html, to `.vite/screens.json`. The services preload them in
 * the page, so that the browser fetches all at once.
 */
export function firstScreens(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const start = new Set(
        chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => withImports(chunk, byFile)),
      );
      const findFiles = (module: string): string[] => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        return chunk ? withImports(chunk, byFile).filter((file) => !start.has(file)) : [];
      };
      const parts: Record<string, string[]> = {};
      for (const [name, module] of screenModules()) parts[name] = findFiles(resolve(module));
      for (const { facadeModuleId } of chunks) {
        const entity = SCHEMA.exec(facadeModuleId ?? '')?.[1];
        if (entity) parts[`schema:${entity}`] = findFiles(facadeModuleId ?? '');
      }
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(parts) });
    },
  };
}

/** A chunk with its static imports, transitively. */
function withImports(chunk: Rolldown.OutputChunk, byFile: Map<string, Rolldown.OutputChunk>): string[] {
  const files = new Set([chunk.fileName]);
  // A set also iterates over members that are added meanwhile.
  for (const file of files) for (const imported of byFile.get(file)?.imports ?? []) files.add(imported);
  return [...files].filter((file) => byFile.has(file));
}
