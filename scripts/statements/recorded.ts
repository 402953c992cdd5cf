import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProduct } from '../../schemas/loadSchemas.ts';
import { mapDistributions } from '../../services/distribution.ts';
import { schemasDir } from '../lib/project.mjs';
import { analyzeStatement, type StatementAnalysis } from './analyzeStatement.ts';
import { parse } from './parser.ts';
import { isTree, nodeList } from './tree.ts';

/** A statement as it was recorded: its text, and the file of ours that sent it. */
interface RecordedStatement {
  origin: string;
  text: string;
}

/** Statements of one file with the same problem on several nodes. */
export interface Crossing extends Pick<StatementAnalysis, 'allShardTables' | 'crossKeyJoin'> {
  origin: string;
  statements: string[];
}

export interface StatementsReport {
  /** Different statements about tables of ours. */
  statements: number;
  /** Of them, those that name their key. */
  named: number;
  crossings: Crossing[];
  /** Texts that could not be read, with the fault. */
  unread: string[];
}

/** Code that creates, migrates, backs up and restores whole tables; not analyzed. */
const MAINTENANCE_FILES = [
  /^services\/engine\/storage\/(?:migrat|prepar|schemaChange|plannedChanges|storedShape|narrowing|renaming|retire)/,
  /^services\/engine\/storage\/(?:backup|tableLayout|derivedTables|refusedRows|retireValues|retiring|testEngines)/,
  /^services\/engine\/storage\/events\/(?:prepareTables|backfillRollups)/,
  /^services\/products\/demo\//,
  /\.test\.ts$/,
  /\/test[A-Z]\w*\.ts$/,
];

const isAnalyzed = ({ origin }: RecordedStatement): boolean =>
  origin.startsWith('services/') && !MAINTENANCE_FILES.some((one) => one.test(origin));

/** Analyzes what a test run recorded in a folder. */
export async function analyzeRecorded(folder: string): Promise<StatementsReport> {
  const distributions = mapDistributions(loadProduct(schemasDir()));
  const result: StatementsReport = { statements: 0, named: 0, crossings: [], unread: [] };
  const groups = new Map<string, Crossing>();
  for (const { origin, text } of readFolder(folder).filter(isAnalyzed)) {
    let parsed: unknown;
    try {
      parsed = await parse(text);
    } catch (error) {
      result.unread.push(
        `${origin}: ${error instanceof Error ? error.message : String(error)}: ${text.slice(0, 200)}`,
      );
      continue;
    }
    for (const one of nodeList(isTree(parsed) ? parsed : undefined, 'stmts')) {
      const { tables, allShardTables, crossKeyJoin } = analyzeStatement(
        isTree(one) ? one['stmt'] : undefined,
        distributions,
      );
      if (tables.length === 0) continue;
      result.statements++;
      if (allShardTables.length === 0 && crossKeyJoin === undefined) {
        result.named++;
        continue;
      }
      const key = [origin, allShardTables.join(), crossKeyJoin].join(' ');
      const group = groups.get(key) ?? { origin, allShardTables, crossKeyJoin, statements: [] };
      groups.set(key, group);
      group.statements.push(text);
    }
  }
  result.crossings = [...groups.values()].sort((a, b) => a.origin.localeCompare(b.origin));
  return result;
}

function readFolder(folder: string): RecordedStatement[] {
  const all = new Map<string, RecordedStatement>();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.jsonl'))) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    // The last line of a process that was ended may be half of one.
    for (const line of lines.filter((one) => one.endsWith('}'))) {
      const one = JSON.parse(line) as RecordedStatement;
      all.set(`${one.origin} ${one.text}`, one);
    }
  }
  return [...all.values()];
}
