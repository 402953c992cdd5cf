// Goals: 80 KiB to the sign-in screen, 170 to the first list, 300 to the first form. Limits: what is reached and 2 %.
//
// Budgets of what the first screens load, brotli: the entry with its static imports, then the parts that each screen
// imports when it opens. The files are found through the build's manifest.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { distDir } from './scripts/lib/project.mjs';

const folder = join(distDir(), 'console');
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));

const SIGN_IN = ['index.html', 'src/authProvider/pages/LoginPage.tsx'];
const LIST = ['index.html', 'src/console/Console.tsx', 'src/resources/list/EntityList.tsx'];
const FORM = [...LIST, 'src/resources/edit/EntityEdit.tsx', 'schemas:schema/template'];

export default [
  { name: 'sign-in screen', limit: '73 KiB', path: filesOf(SIGN_IN) },
  { name: 'first list', limit: '233 KiB', path: filesOf(LIST) },
  { name: 'first form', limit: '370 KiB', path: filesOf(FORM) },
  { name: 'web chat', limit: '25 KiB', path: [relative('.', join(folder, 'webchat.js'))] },
].map((budget) => ({ ...budget, brotli: true }));

/** Files of the modules with everything that they import statically, styles too. */
function filesOf(modules) {
  const seen = new Set();
  const files = new Set();
  const visit = (key) => {
    const part = manifest[key];
    if (!part) throw new Error(`The build has no part ${key}; mend .size-limit.js`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [part.file, ...(part.css ?? [])]) files.add(relative('.', join(folder, file)));
    for (const imported of part.imports ?? []) visit(imported);
  };
  modules.forEach(visit);
  return [...files];
}
