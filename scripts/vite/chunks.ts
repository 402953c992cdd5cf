import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/**
 * Screens, and parts that several of them open, in the order in which most visits load them; by the modules that each
 * begins with.
 */
const SCREENS: [name: string, module: string, ...others: string[]][] = [
  ['visitor', 'src/authProvider/pages/LoginPage.tsx'],
  ['console', 'src/console/Console.tsx'],
  ['list', 'src/resources/list/EntityList.tsx'],
  [
    'dialogs',
    'src/resources/actions/ActionMenu.tsx',
    'src/resources/actions/ConfirmDialog.tsx',
    'src/resources/list/BulkBar.tsx',
  ],
  ['pickers', 'src/layout/palette/CommandPalette.tsx', 'src/resources/list/FilterPopover.tsx'],
  ['record', 'src/resources/show/EntityShow.tsx'],
  ['form', 'src/resources/form/EntityEdit.tsx'],
];

/** The screens that are fetched as such, and the module that each begins with. */
export const screenModules = (): (readonly [name: string, module: string])[] =>
  SCREENS.filter(([, ...modules]) => modules.length === 1).map(([name, module]) => [name, module] as const);

/** The screens themselves stay files of their own, so that the build's manifest still knows them by their names. */
const OWN_FILES = new Set(screenModules().map(([, module]) => resolve(module)));

/**
 * Indexes that name far more than these screens call; what else they call of it is found by a shorter way. The last
 * screen takes what is left.
 */
const NOT_FOLLOWED =
  /\/ra-core\/dist\/controller\/|\/@mui\/material\/styles\/enhanceHighContrast|\/@mui\/system\/index/;

/** What react-admin's index of data hooks names and only forms call: it waits for the screens behind the list. */
const FOR_CHANGES =
  /\/ra-core\/dist\/dataProvider\/use(Update|Create|Delete|MutationWithMutationMode)|\/mutationObserver\.js$|\/useMutation\.js$/;
/** Screens that come before anything is changed. */
const READERS = new Set(['visitor', 'console', 'list']);

/** Screens that come earlier take what they need first. */
const priorityOf = (screen: string): number =>
  SCREENS.length - 1 - SCREENS.findIndex(([name]) => name === screen);

/**
 * Puts the code that a screen adds to those before it into one file. Left alone, the bundler makes a file of every
 * set of modules that the same screens share: more than fifty for the first list, and small files compress badly.
 */
export const screenGroups = (): Rolldown.CodeSplittingGroup[] => [
  // What the entry imports comes with it, whatever else uses it.
  { name: 'start', tags: ['$initial'], priority: SCREENS.length + 1 },
  inCommon('both', SCREENS.length, ['visitor'], ['console', 'list']),
  inCommon('rules', SCREENS.length - 0.5, ['visitor'], ['form']),
  inCommon('change', priorityOf('dialogs') + 0.5, ['dialogs', 'pickers', 'record'], ['form']),
  ...SCREENS.map(([screen, ...modules], at): Rolldown.CodeSplittingGroup => {
    let parts: Set<string> | undefined;
    return {
      debugName: screen,
      priority: priorityOf(screen),
      name: (id, context) => {
        parts ??= importsOf(
          modules.map((module) => resolve(module)),
          context,
          at === SCREENS.length - 1 ? undefined : NOT_FOLLOWED,
        );
        if (READERS.has(screen) && FOR_CHANGES.test(id)) return null;
        return parts.has(id) && !OWN_FILES.has(id) ? screen : null;
      },
    };
  }),
];

/** What some screens and others have in common, so that neither brings all of the other. */
function inCommon(
  name: string,
  priority: number,
  some: string[],
  others: string[],
): Rolldown.CodeSplittingGroup {
  let parts: [Set<string>, Set<string>] | undefined;
  const of = (names: string[], context: Modules): Set<string> =>
    importsOf(
      SCREENS.filter(([screen]) => names.includes(screen)).flatMap(([, ...modules]) =>
        modules.map((module) => resolve(module)),
      ),
      context,
      NOT_FOLLOWED,
    );
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      parts ??= [of(some, context), of(others, context)];
      return parts.every((modules) => modules.has(id)) && !OWN_FILES.has(id) ? name : null;
    },
  };
}

/** The modules with all that they import statically, directly or not. */
function importsOf(roots: string[], modules: Modules, notFollowed?: RegExp): Set<string> {
  const found = new Set(roots);
  // A set hands out what is added while it is walked.
  for (const id of found) {
    if (notFollowed?.test(id)) continue;
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
