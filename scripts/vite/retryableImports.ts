import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const EXPORT = 'export const __vitePreload =';

/** Asks for the files before the browser imports them, where `src/layout/careful.ts` says so. */
const asked = (careful: string): string => `
import { careful } from ${JSON.stringify(careful)};
const asked = new Map();
const ask = (href) => {
  if (!asked.has(href)) {
    const answer = fetch(href).then(async (file) => {
      await file.arrayBuffer();
      if (!file.ok) throw new Error('Failed to fetch dynamically imported module: ' + href);
    });
    asked.set(href, answer);
    answer.catch(() => asked.delete(href));
  }
  return asked.get(href);
};
export const __vitePreload = (load, parts, importer) => {
  if (!careful.now) return importAtOnce(load, parts, importer);
  // What imports nothing else is named by its import alone.
  const own = /import\\(\\s*["'\`]([^"'\`]+\\.js)["'\`]/.exec(String(load));
  const files = (parts ?? []).filter((one) => one.endsWith('.js')).map((one) => assetsURL(one, importer));
  if (own) files.push(own[1]);
  const comes = files.map((one) => ask(new URL(one, import.meta.url).href));
  return Promise.all(comes).then(() => importAtOnce(load, parts, importer));
};
`;

/**
 * A browser keeps for as long as the page lives that a module did not come, and refuses to fetch it again. What is to be
 * fetched anew once there is a network is therefore asked for as a file first, which the import then takes from the
 * browser's cache.
 */
export const retryableImports = (): Plugin => ({
  name: 'parts-of-code',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      if (!code.includes(EXPORT))
        this.error(`No "${EXPORT}" in Vite's preload helper: mend scripts/vite/retryableImports.ts`);
      return code.replace(EXPORT, 'const importAtOnce =') + asked(resolve('src/layout/careful.ts'));
    },
  },
});
