import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../lib/project.mjs';
import { bigTable } from './lib/bigTable.ts';
import { takeBuild } from './lib/console.ts';
import { readOptions, USAGE, type Options } from './lib/options.ts';
import { isMet, type Measure } from './lib/results.ts';
import { resultTable } from './lib/table.ts';
import { Workshop } from './lib/workshop.ts';
import { browser } from './parts/browser.ts';
import { http } from './parts/http.ts';
import { start } from './parts/start.ts';
import { storage } from './parts/storage.ts';

// Measures the product beside what it could be measured against. Goals, not tests: a missed one fails nothing.
let options: Options;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exit(1);
}

if (options.noBuild) takeBuild();
const began = new Date();
const workshop = new Workshop(options.dir);
const measures: Measure[] = [];
const faults: string[] = [];
try {
  if (options.only.includes('start')) await part('start', () => start(workshop, options));
  if (options.only.includes('storage') || options.only.includes('http')) {
    for (const engine of options.engines) await part(engine, () => onBigTable(engine));
  }
  if (options.only.includes('browser')) await part('browser', () => browser(workshop, options));
} finally {
  await workshop.close();
}
report();

async function onBigTable(engine: Options['engines'][number]): Promise<Measure[]> {
  const big = await bigTable(workshop, engine, options);
  return [
    ...(options.only.includes('storage') ? await storage(big, options.rounds) : []),
    ...(options.only.includes('http') ? await http(big, options) : []),
  ];
}

/** A part that breaks leaves the others to run. */
async function part(name: string, work: () => Promise<Measure[]>): Promise<void> {
  console.log(`Measuring: ${name}…`);
  try {
    measures.push(...(await work()));
  } catch (error) {
    console.error(error);
    faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function report(): void {
  const verdicts = measures.map(isMet).filter((met) => met !== undefined);
  console.log(`\n${resultTable(measures)}\n`);
  console.log(`${verdicts.filter(Boolean).length} of ${verdicts.length} goals met`);
  for (const fault of faults) console.log(`Not measured: ${fault}`);
  const folder = join(ROOT, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${began.toISOString().slice(0, 19).replaceAll(':', '-')}.json`);
  const machine = {
    node: process.version,
    platform: process.platform,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
  };
  writeFileSync(file, JSON.stringify({ at: began.toISOString(), options, machine, measures, faults }, null, 2));
  console.log(`Written to ${file}`);
}
