import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { screenModules } from './chunks.ts';

/** Modules of an entity's schema, by which a form is drawn and checked (`schemas.ts`). */
const SCHEMA = /^\0schemas:schema\/(.+)$/;

/**
 * Writes which files draw which part of the console (`.vite/screens.json`): those that come beside what index.html
 * asks for itself. The services name them in the page, so that the browser fetches all at once.
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
      const filesOf = (module: string): string[] => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        return chunk ? withImports(chunk, byFile).filter((file) => !start.has(file)) : [];
      };
      const parts: Record<string, string[]> = {};
      for (const [name, module] of screenModules()) parts[name] = filesOf(resolve(module));
      for (const { facadeModuleId } of chunks) {
        const entity = SCHEMA.exec(facadeModuleId ?? '')?.[1];
        if (entity) parts[`schema:${entity}`] = filesOf(facadeModuleId ?? '');
      }
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(parts) });
    },
  };
}

/** A file with all that it imports statically. */
function withImports(chunk: Rolldown.OutputChunk, byFile: Map<string, Rolldown.OutputChunk>): string[] {
  const files = new Set([chunk.fileName]);
  // A set hands out what is added while it is walked.
  for (const file of files) for (const imported of byFile.get(file)?.imports ?? []) files.add(imported);
  return [...files].filter((file) => byFile.has(file));
}
