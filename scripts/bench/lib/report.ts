import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../lib/project.mjs';
import type { Options } from './options.ts';
import { isMet, type Measure } from './results.ts';
import { resultTable } from './table.ts';

/** Collects what the parts of a run measure, prints the table and writes the JSON. */
export class Report {
  private readonly began = new Date();
  private readonly measures: Measure[] = [];
  private readonly faults: string[] = [];

  constructor(private readonly options: Options) {}

  /** Runs one part. One that breaks leaves the others to run, and makes the run fail in the end. */
  async part(name: string, work: () => Promise<Measure[]>): Promise<void> {
    console.log(`Measuring ${name}…`);
    try {
      this.measures.push(...(await work()));
    } catch (error) {
      console.error(error);
      this.faults.push(`${name}: ${firstLine(error)}`);
      process.exitCode = 1;
    }
  }

  finish(): void {
    const verdicts = this.measures.map(isMet).filter((met) => met !== undefined);
    console.log(`\n${resultTable(this.measures)}\n`);
    console.log(`${verdicts.filter(Boolean).length} of ${verdicts.length} goals met`);
    for (const fault of this.faults) console.log(`Not measured: ${fault}`);
    console.log(`Written to ${this.write()}`);
  }

  private write(): string {
    const folder = join(ROOT, 'bench-results');
    mkdirSync(folder, { recursive: true });
    const name = this.began.toISOString().slice(0, 19).replaceAll(':', '-');
    const { options, measures, faults } = this;
    const content = { at: this.began.toISOString(), machine: machine(), options, faults, measures };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content, null, 2));
    writeFileSync(join(folder, `${name}.md`), `${resultTable(measures, { markdown: true })}\n`);
    return join('bench-results', `${name}.json`);
  }
}

const machine = () => ({
  node: process.version,
  platform: process.platform,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1024 ** 3),
});

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
