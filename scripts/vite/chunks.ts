import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** Screens in the order in which most visits load them, by the module that each begins with. */
const SCREENS: [name: string, module: string][] = [
  ['visitor', 'src/authProvider/pages/LoginPage.tsx'],
  ['console', 'src/console/Console.tsx'],
  ['list', 'src/resources/list/EntityList.tsx'],
  ['form', 'src/resources/form/EntityEdit.tsx'],
];

/**
 * Puts the code that a screen adds to those before it into one file. Left alone, the bundler makes a file of every
 * set of modules that the same screens share: more than fifty for the first list, and small files compress badly.
 */
export const screenGroups = (): Rolldown.CodeSplittingGroup[] => [
  // What the entry imports comes with it, whatever else uses it.
  { name: 'start', tags: ['$initial'], priority: SCREENS.length },
  ...SCREENS.map(([screen, module], at): Rolldown.CodeSplittingGroup => {
    let parts: Set<string> | undefined;
    return {
      debugName: screen,
      priority: SCREENS.length - 1 - at,
      name: (id, context) => {
        parts ??= importsOf(resolve(module), context);
        return parts.has(id) ? screen : null;
      },
    };
  }),
];

/**
 * What the module imports statically, directly or not. The module itself stays a file of its own, so that the build's
 * manifest still knows it by its name.
 */
function importsOf(module: string, modules: Modules): Set<string> {
  const found = new Set([module]);
  // A set hands out what is added while it is walked.
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  found.delete(module);
  return found;
}
