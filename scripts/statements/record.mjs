// Loaded before everything else in each process of a test run (`NODE_OPTIONS=--import`): notes every statement that goes to
// a database, once for each file of ours that it came from. Both engines are asked by the same driver.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const folder = process.env['RECORD_STATEMENTS'];
const root = fileURLToPath(new URL('../../', import.meta.url));
/** What every statement passes through: not where it came from. */
const PASSED = [
  /^services\/engine\/storage\/(?:server|embedded|embeddedEngine|database|statements|transactionScope|batcher|replica)\.ts$/,
  /^services\/engine\/storage\/(?:listeningConnection|serverConnection)\.ts$/,
  /^services\/engine\/tracing\//,
  /^scripts\//,
];
const OURS = ['services/', 'tests/', 'scripts/', 'schemas/'];

function originOf(stack) {
  for (const line of stack.split('\n')) {
    const at = line.indexOf(root);
    if (at < 0 || line.includes('node_modules')) continue;
    const [file = ''] = line.slice(at + root.length).split(/[:?)]/, 1);
    if (OURS.some((folder) => file.startsWith(folder)) && !PASSED.some((one) => one.test(file))) return file;
  }
  return '';
}

if (folder) {
  const file = join(folder, `${process.pid}-${Date.now()}.jsonl`);
  const known = new Set();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...call) {
    const [asked] = call;
    const text = typeof asked === 'string' ? asked : asked?.text;
    if (typeof text === 'string') {
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 60;
      const origin = originOf(String(new Error('origin').stack));
      Error.stackTraceLimit = limit;
      const key = `${origin} ${text}`;
      if (!known.has(key)) {
        known.add(key);
        appendFileSync(file, `${JSON.stringify({ origin, text })}\n`);
      }
    }
    return query.apply(this, call);
  };
}
