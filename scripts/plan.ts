/** `npm run plan`: what a start would change in the database, how long that takes, and how it is taken back. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { readOrCompileProduct } from '../schemas/built.ts';
import { listMigrations } from '../services/engine/modules/migrations.ts';
import { readSettings } from '../services/engine/settings/settings.ts';
import {
  planChanges,
  type PlannedChange,
  type PlannedChanges,
} from '../services/engine/storage/plannedChanges.ts';
import { MODULES } from '../services/modules.ts';
import { runOnDatabase } from './onDatabase.ts';

const SERVICES = fileURLToPath(new URL('../services/', import.meta.url));

function toReport({ state, changes, refusals, notes }: PlannedChanges): string {
  if (state === 'empty') return 'The database is empty: a start makes all tables.';
  if (state === 'current') return 'Nothing: the database is as this version needs it.';
  if (state === 'superseded')
    return 'Nothing: a newer version was here already. SCHEMA_ROLLBACK=1 goes back to this one.';
  const seconds = changes.reduce((sum, change) => sum + (change.seconds ?? 0), 0);
  return [
    refusals.length > 0 ? 'A start would be refused:' : `A start would change (${formatDuration(seconds)}):`,
    ...refusals.map((refusal) => `  ✗ ${refusal}`),
    ...changes.map(changeLine),
    ...(notes.length > 0 ? ['Not known before:', ...notes.map((note) => `  ${note}`)] : []),
  ].join('\n');
}

const changeLine = ({ subject, description, seconds = 0, undo }: PlannedChange): string =>
  `  ${subject}: ${description}${seconds >= 1 ? ` (${formatDuration(seconds)})` : ''}${undo === undefined ? '' : `; taken back: ${undo}`}`;

const formatDuration = (seconds: number): string =>
  seconds < 1
    ? 'less than a second'
    : seconds < 90
      ? `${Math.ceil(seconds)} s`
      : `${Math.ceil(seconds / 60)} min`;

await runOnDatabase(undefined, async (db) => {
  const settings = readSettings(process.env);
  const product = readOrCompileProduct(settings.schemasDir, SERVICES);
  const isOwn = db.engine === 'embedded' || settings.environment === 'development';
  const planned = await planChanges(db, product.entities, listMigrations(MODULES), {
    exclusive: isOwn || settings.schemaRollback,
    retired: product.retired ?? [],
    rollback: settings.schemaRollback,
  });
  if (planned.refusals.length > 0) process.exitCode = 1;
  return toReport(planned);
});
