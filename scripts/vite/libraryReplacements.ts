import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const vendor = (file: string): string => resolve('src/vendor', file);

/** Replacements of library modules by the end of their import; each explains why it is possible. */
const REPLACEMENTS: [imported: RegExp, replacement: string][] = [
  [/(^|\/)createThemeWithVars\.mjs$/, vendor('muiCssVariables.ts')],
  [/(^|\/)ThemeProviderWithVars\.mjs$/, vendor('muiCssVariables.ts')],
  [/(^|\/)reactRouterProvider\.js$/, vendor('reactRouterProvider.tsx')],
  [/^object\.entries$/, vendor('objectEntries.cjs')],
  [/^inflection$/, vendor('inflection.ts')],
  [/^hoist-non-react-statics$/, vendor('hoistNonReactStatics.ts')],
  // The package exports its development build to everyone; the production build is smaller.
  [/^react-router$/, resolve('node_modules/react-router/dist/production/index.mjs')],
  [/^react-router\/dom$/, resolve('node_modules/react-router/dist/production/dom-export.mjs')],
];

/** Replaces library modules that the console imports but never calls. */
export function libraryReplacements(): Plugin {
  return {
    name: 'library-replacements',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: REPLACEMENTS.map(([imported]) => imported) },
      handler: (id) => REPLACEMENTS.find(([imported]) => imported.test(id))?.[1],
    },
  };
}
