import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectTexts } from './texts/collect.ts';
import { problemsOf } from './texts/problems.ts';

/**
 * `npm run texts`: tells what each catalogue of `schemas/texts` lacks, has too much, or fills in other places than the
 * English, and which texts reach people past the catalogues. `--write` sorts the catalogues, takes out what nothing
 * shows any more and adds what is missing, empty.
 */
const FOLDER = 'schemas/texts';
const isWriting = process.argv.includes('--write');
const { texts, bare } = collectTexts('.');
let faults = bare.length;
console.log(`${texts.size} texts`);
for (const text of bare) console.log(`past the catalogue: ${text}`);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
  const path = join(FOLDER, file);
  const catalogue = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  const { missing, unused, places } = problemsOf(catalogue, texts);
  faults += missing.length + unused.length + places.length;
  console.log(
    `${file}: ${missing.length} missing, ${unused.length} unused, ${places.length} with other places`,
  );
  for (const text of missing) console.log(`  missing: ${JSON.stringify(text)} (${texts.get(text)?.[0]})`);
  for (const text of unused) console.log(`  unused: ${JSON.stringify(text)}`);
  for (const text of places) console.log(`  other places: ${text}`);
  if (isWriting) {
    const sorted = [...texts.keys()].toSorted().map((text) => [text, catalogue[text] ?? '']);
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}
process.exitCode = faults === 0 ? 0 : 1;
