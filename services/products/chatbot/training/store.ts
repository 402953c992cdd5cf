import type { Services } from '../../../engine/resources/services.ts';
import { Batcher } from '../../../engine/storage/batcher.ts';
import type { Queryable } from '../../../engine/storage/database.ts';
import { quotedTableName } from '../../../engine/storage/sql.ts';
import { listStoredTrainings } from './trainings.ts';
import { type TrainedText, type TrainedVector, unpackText, unpackVector } from './models.ts';
import {
  CLASSIFIERS,
  type Change,
  type Classifier,
  type ClassifierState,
  type Report,
  type Snapshot,
  type Training,
} from '../../../../schemas/understanding/training.ts';

interface Row {
  kind: Classifier;
  revision: number;
  trained_at: Date | null;
  trained_by: string | null;
  snapshot: Snapshot | null;
  report: Report | null;
  failure: string | null;
  done: number | null;
  total: number | null;
  running: boolean;
}

/** Reads the current versions and names of all intents and entities, to compare with those of a training. */
export async function readSnapshot({ catalog, db }: Services): Promise<Snapshot> {
  const rowsOf = (entity: 'intent' | 'entity') =>
    db.query<{ id: string; version: number; name: string }>(
      `SELECT id::text, version, data ->> 'name' AS name FROM ${quotedTableName(catalog.require(entity).model)}`,
    );
  const versionsOf = async (entity: 'intent' | 'entity'): Promise<Snapshot['intents']> =>
    Object.fromEntries((await rowsOf(entity)).map(({ id, version, name }) => [id, [version, name]]));
  return { intents: await versionsOf('intent'), entities: await versionsOf('entity') };
}

/** Lists the changes since a training. */
export function changesSince(trained: Snapshot | null, now: Snapshot): Change[] {
  const snapshot: Snapshot = trained ?? { intents: {}, entities: {} };
  return (['intent', 'entity'] as const).flatMap((entity) => {
    const [before, after] =
      entity === 'intent' ? [snapshot.intents, now.intents] : [snapshot.entities, now.entities];
    const present = Object.entries(after).flatMap(([id, [version, name]]): Change[] => {
      if (!before[id]) return [{ entity, id, name, change: 'added' }];
      return before[id][0] === version ? [] : [{ entity, id, name, change: 'changed' }];
    });
    const removed = Object.entries(before).flatMap(([id, [, name]]): Change[] =>
      after[id] ? [] : [{ entity, id, name, change: 'removed' }],
    );
    return [...present, ...removed];
  });
}

/** Reads the state of each classifier. Whether it is up to date is not stored: it follows from the current records. */
export async function readTraining(services: Services, isCustomConfigured: boolean): Promise<Training> {
  const rows = await services.db.query<Row>(
    `SELECT c.kind, c.revision, c.trained_at, c.trained_by, c.snapshot, c.report, c.failure, j.done, j.total,
            coalesce(j.state IN ('waiting', 'running'), false) AS running
     FROM bot_classifier c LEFT JOIN job_run j ON j.id = c.job`,
  );
  const now = await readSnapshot(services);
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const classifiers = CLASSIFIERS.map((kind): ClassifierState => {
    const row = byKind.get(kind);
    const isChanged = !row?.trained_at || changesSince(row.snapshot, now).length > 0;
    const idleState = isChanged ? 'changed' : 'trained';
    return {
      kind,
      state: row?.running ? 'training' : idleState,
      ...(row?.running && { progress: (row.done ?? 0) / Math.max(1, row.total ?? 1) }),
      ...(row?.trained_at && { trainedAt: row.trained_at.toISOString() }),
      ...(row?.trained_by && { trainedBy: row.trained_by }),
      ...(row?.failure && { failure: row.failure }),
      configured: kind !== 'custom' || isCustomConfigured,
    };
  });
  const vector = byKind.get('vector');
  return {
    classifiers,
    changed: changesSince(vector?.snapshot ?? null, now).slice(0, 100),
    report: vector?.report ?? null,
    kept: await listStoredTrainings(services.db),
  };
}

/** Records why the last training of a classifier failed; the classifier stays as it was. */
export async function recordFailure(db: Queryable, kind: Classifier, failure: string): Promise<void> {
  await db.query('UPDATE bot_classifier SET failure = $2 WHERE kind = $1', [kind, failure]);
}

/** Snapshot and quality of a classifier's previous training. */
export async function findPreviousTraining(
  db: Queryable,
  kind: Classifier,
): Promise<{ snapshot: Snapshot; quality?: Report['before'] } | undefined> {
  const [row] = await db.query<Pick<Row, 'snapshot' | 'report' | 'trained_at'>>(
    'SELECT snapshot, report, trained_at FROM bot_classifier WHERE kind = $1',
    [kind],
  );
  if (!row?.snapshot) return undefined;
  const { snapshot, report, trained_at: at } = row;
  if (!report || !at) return { snapshot };
  const { accuracy, answered, answeredRightly } = report;
  return { snapshot, quality: { accuracy, answered, answeredRightly, at: at.toISOString() } };
}

/** Adds the counts of taught sentences to the report. */
export async function storeTaughtCounts(db: Queryable, taught: Report['taught']): Promise<void> {
  await db.query(
    `UPDATE bot_classifier SET report = report || jsonb_build_object('taught', $1::jsonb)
     WHERE kind = 'vector' AND report IS NOT NULL`,
    [JSON.stringify(taught)],
  );
}

export interface Models {
  vector?: TrainedVector;
  text?: TrainedText;
}

const MAX_READERS_PER_LOAD = 1_000;

/** A process's unpacked models of one database, reloaded after another process has trained. */
export class ModelCache {
  private readonly models = new Map<Classifier, { revision: number; model: TrainedVector | TrainedText }>();
  private readonly batcher = new Batcher<Queryable, Models>(
    async (all) => {
      const models = await this.load(all[0] as Queryable);
      return all.map(() => models);
    },
    { maxWeight: MAX_READERS_PER_LOAD },
  );

  /** @param db never a transaction: concurrent callers share one load */
  current(db: Queryable): Promise<Models> {
    return this.batcher.enqueue(db);
  }

  private async load(db: Queryable): Promise<Models> {
    const rows = await db.query<{ kind: Classifier; revision: number }>(
      `SELECT kind, revision FROM bot_classifier WHERE model IS NOT NULL`,
    );
    for (const { kind, revision } of rows) {
      if (this.models.get(kind)?.revision === revision) continue;
      const [row] = await db.query<{ model: string; revision: number }>(
        'SELECT model, revision FROM bot_classifier WHERE kind = $1',
        [kind],
      );
      if (!row) continue;
      const model = kind === 'vector' ? await unpackVector(row.model) : unpackText(row.model);
      this.models.set(kind, { revision: row.revision, model });
    }
    return {
      vector: this.models.get('vector')?.model as TrainedVector | undefined,
      text: this.models.get('text')?.model as TrainedText | undefined,
    };
  }
}
