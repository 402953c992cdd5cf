// Loaded before everything else in each process of a test run (`NODE_OPTIONS=--import`): records every statement that
// is sent to a database, once per originating file. Both engines use the same driver.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const folder = process.env['RECORD_STATEMENTS'];
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Files that every statement passes through. */
const INFRASTRUCTURE = [
  /^services\/engine\/storage\/(?:server|embedded|embeddedEngine|database|statements|transactionScope|batcher|replica)\.ts$/,
  /^services\/engine\/storage\/(?:listeningConnection|serverConnection)\.ts$/,
  /^services\/engine\/tracing\//,
  /^scripts\//,
];
const PROJECT_FOLDERS = ['services/', 'tests/', 'scripts/', 'schemas/'];

function findOrigin(stack) {
  for (const line of stack.split('\n')) {
    const at = line.indexOf(root);
    if (at < 0 || line.includes('node_modules')) continue;
    const [file = ''] = line.slice(at + root.length).split(/[:?)]/, 1);
    if (
      PROJECT_FOLDERS.some((folder) => file.startsWith(folder)) &&
      !INFRASTRUCTURE.some((one) => one.test(file))
    )
      return file;
  }
  return '';
}

if (folder) {
  const file = join(folder, `${process.pid}-${Date.now()}.jsonl`);
  const recorded = new Set();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : statement?.text;
    if (typeof text === 'string') {
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 60;
      const origin = findOrigin(String(new Error('origin').stack));
      Error.stackTraceLimit = limit;
      const key = `${origin} ${text}`;
      if (!recorded.has(key)) {
        recorded.add(key);
        appendFileSync(file, `${JSON.stringify({ origin, text })}\n`);
      }
    }
    return query.apply(this, args);
  };
}
