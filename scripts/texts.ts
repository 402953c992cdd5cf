import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFiles, cataloguePath } from '../schemas/texts/catalogues.ts';
import { collectTexts, collectCodeTexts, collectSchemaTexts, type FoundTexts } from './texts/collect.ts';
import { compareCatalogue } from './texts/problems.ts';

/**
 * `npm run texts`: tells what each catalogue of `schemas/texts` lacks, has too much, or fills in other places than the
 * English, and which texts reach people past the catalogues. `--write` sorts the catalogues, takes out what nothing
 * shows any more and adds what is missing, empty. Other schemas (`SCHEMAS_DIR`) and other code (`CUSTOM_DIR`) are held
 * against the catalogues in their own `texts/`, which have what the product's lack.
 */
const isWriting = process.argv.includes('--write');
const product = collectTexts();
const languages = [...catalogueFiles('schemas').keys()];
let problemCount = 0;

console.log(`${product.texts.size} texts`);
reportUncatalogued(product.uncatalogued);
checkFolder('schemas', product.texts, new Map());

const { SCHEMAS_DIR, CUSTOM_DIR } = process.env;
if (SCHEMAS_DIR)
  checkFolder(SCHEMAS_DIR, withoutProductTexts(collectSchemaTexts(SCHEMAS_DIR).texts), product.texts);
if (CUSTOM_DIR) {
  const { texts, uncatalogued: bare } = collectCodeTexts(CUSTOM_DIR);
  reportUncatalogued(bare);
  checkFolder(CUSTOM_DIR, withoutProductTexts(texts), product.texts);
}
process.exitCode = problemCount === 0 ? 0 : 1;

/** Those that the product does not have. */
function withoutProductTexts(texts: FoundTexts): FoundTexts {
  return new Map([...texts].filter(([text]) => !product.texts.has(text)));
}

function reportUncatalogued(bare: readonly string[]): void {
  problemCount += bare.length;
  for (const text of bare) console.log(`past the catalogue: ${text}`);
}

/** @param others texts that its catalogues may have besides */
function checkFolder(folder: string, texts: FoundTexts, others: FoundTexts): void {
  const files = catalogueFiles(folder);
  for (const language of new Set([...languages, ...files.keys()])) {
    const file = files.get(language);
    const catalogue = file ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
    const { missing, unused, places } = compareCatalogue(catalogue, texts, others);
    problemCount += missing.length + unused.length + places.length;
    const path = join(cataloguePath(folder), `${language}.json`);
    console.log(
      `${path}: ${missing.length} missing, ${unused.length} unused, ${places.length} with other places`,
    );
    for (const text of missing) console.log(`  missing: ${JSON.stringify(text)} (${texts.get(text)?.[0]})`);
    for (const text of unused) console.log(`  unused: ${JSON.stringify(text)}`);
    for (const text of places) console.log(`  other places: ${text}`);
    if (!isWriting) continue;
    const used = Object.keys(catalogue).filter((text) => !texts.has(text) && !unused.includes(text));
    const sorted = [...new Set([...texts.keys(), ...used])].toSorted();
    mkdirSync(cataloguePath(folder), { recursive: true });
    const written = Object.fromEntries(sorted.map((text) => [text, catalogue[text] ?? '']));
    writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`);
  }
}
