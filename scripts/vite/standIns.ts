import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const vendor = (file: string): string => resolve('src/vendor', file);

/** Packages and parts of packages, by what an import of them ends with; why each may go stands in its stand-in. */
const STAND_INS: [imported: RegExp, standIn: string][] = [
  [/(^|\/)createThemeWithVars\.mjs$/, vendor('muiCssVariables.ts')],
  [/(^|\/)ThemeProviderWithVars\.mjs$/, vendor('muiCssVariables.ts')],
  [/(^|\/)reactRouterProvider\.js$/, vendor('reactRouterProvider.tsx')],
  [/^object\.entries$/, vendor('objectEntries.cjs')],
  [/^inflection$/, vendor('inflection.ts')],
  [/^hoist-non-react-statics$/, vendor('hoistNonReactStatics.ts')],
  // The package names its development files for everyone; those of production warn less.
  [/^react-router$/, resolve('node_modules/react-router/dist/production/index.mjs')],
  [/^react-router\/dom$/, resolve('node_modules/react-router/dist/production/dom-export.mjs')],
];

/** Leaves library code out of builds that the console imports but never calls. */
export function standIns(): Plugin {
  return {
    name: 'stand-ins',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: STAND_INS.map(([imported]) => imported) },
      handler: (id) => STAND_INS.find(([imported]) => imported.test(id))?.[1],
    },
  };
}
