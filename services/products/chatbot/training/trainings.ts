import type {
  StoredTraining,
  Regression,
  Report,
  Snapshot,
} from '../../../../schemas/understanding/training.ts';
import { ApiError } from '../../../engine/http/errors.ts';
import type { Database, Queryable } from '../../../engine/storage/database.ts';
import type { Candidate } from './candidate.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const MAX_TRAININGS = 400;
/** Trainings besides the live one whose models are kept. */
const MAX_KEPT_MODELS = 5;

/** Serializes changes of trainings; the classifiers are updated after it. */
const LOCK_SQL = 'LOCK TABLE bot_training IN SHARE ROW EXCLUSIVE MODE';

interface FinishedTraining {
  snapshot: Snapshot;
  candidates: readonly Candidate[];
  by: string | null;
  regression: Regression;
  /** Number of the training that was live when this one began. */
  liveBefore: number | undefined;
  /** The custom classifier is to be trained too, once this training is live. */
  includesCustom: boolean;
}

/** Number of the live training; undefined before the first one. */
export async function findLiveNumber(db: Queryable): Promise<number | undefined> {
  const [row] = await db.query<{ number: string }>(`SELECT number FROM bot_training WHERE state = 'live'`);
  return row && Number(row.number);
}

/**
 * Makes trained classifiers live in every process. The models before are kept.
 * @returns false, with nothing stored, if somebody chose other models since the training began
 */
export async function storeLive(
  db: Database,
  { snapshot, candidates, by, regression, liveBefore }: FinishedTraining,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(LOCK_SQL);
    if ((await findLiveNumber(tx)) !== liveBefore) return false;
    await storeClassifiers(tx, { snapshot, candidates, by, regression });
    if (!candidates.some(({ model }) => model !== null)) return true;
    await tx.query(
      `UPDATE bot_training SET state = CASE state WHEN 'live' THEN 'kept' ELSE 'dropped' END
       WHERE state IN ('live', 'waiting')`,
    );
    await tx.query(
      `INSERT INTO bot_training (trained_at, trained_by, state, snapshot, report, vector, text)
       SELECT clock_timestamp(), $1, 'live', v.snapshot, v.report, v.model, t.model
       FROM bot_classifier v, bot_classifier t WHERE v.kind = 'vector' AND t.kind = 'text'`,
      [by],
    );
    await dropOldModels(tx);
    return true;
  });
}

/** Stores a training that waits for a decision; one that waits already is discarded. */
export async function storeWaiting(
  db: Database,
  { snapshot, candidates, by, regression, includesCustom }: FinishedTraining,
): Promise<void> {
  const vector = candidates.find(({ kind }) => kind === 'vector');
  const text = candidates.find(({ kind }) => kind === 'text');
  await db.transaction(async (tx) => {
    await tx.query(LOCK_SQL);
    await tx.query(`UPDATE bot_training SET state = 'dropped' WHERE state = 'waiting'`);
    await tx.query(
      `INSERT INTO bot_training (trained_at, trained_by, state, snapshot, report, vector, text)
       SELECT clock_timestamp(), $1, 'waiting', $2::jsonb,
         coalesce($3::jsonb, v.report) || jsonb_build_object('regression', $4::jsonb, 'hasCustom', $7::boolean),
         coalesce($5, v.model), coalesce($6, t.model)
       FROM bot_classifier v, bot_classifier t WHERE v.kind = 'vector' AND t.kind = 'text'`,
      [
        ...[by, JSON.stringify(snapshot), vector?.report ? JSON.stringify(vector.report) : null],
        ...[JSON.stringify(regression), vector?.model ?? null, text?.model ?? null],
        includesCustom,
      ],
    );
    await dropOldModels(tx);
  });
}

/** Stores classifiers and adds the results of the regression set to the report. */
export async function storeClassifiers(
  tx: Queryable,
  { snapshot, candidates, by, regression }: Omit<FinishedTraining, 'liveBefore' | 'includesCustom'>,
): Promise<void> {
  for (const { kind, model, report } of candidates)
    await tx.query(
      `UPDATE bot_classifier SET revision = revision + 1, trained_at = clock_timestamp(), trained_by = $2,
         snapshot = $3::jsonb, report = $4::jsonb, model = $5, failure = NULL WHERE kind = $1`,
      [kind, by, JSON.stringify(snapshot), report === null ? null : JSON.stringify(report), model],
    );
  await tx.query(
    `UPDATE bot_classifier SET report = report || jsonb_build_object('regression', $1::jsonb)
     WHERE kind = 'vector' AND report IS NOT NULL`,
    [JSON.stringify(regression)],
  );
}

/** Drops the models and reports of discarded trainings, and of all but the newest kept ones. */
const dropOldModels = (tx: Queryable): Promise<unknown> =>
  tx.query(
    `UPDATE bot_training SET vector = NULL, text = NULL, snapshot = NULL, report = NULL
     WHERE vector IS NOT NULL AND (state = 'dropped' OR (state = 'kept' AND number NOT IN
       (SELECT number FROM bot_training WHERE state = 'kept' AND vector IS NOT NULL
        ORDER BY number DESC LIMIT ${MAX_KEPT_MODELS})))`,
  );

/** Lists the trainings whose models can be used, the newest first. */
export async function listStoredTrainings(db: Queryable): Promise<StoredTraining[]> {
  const rows = await db.query<{
    number: string;
    trained_at: Date;
    trained_by: string | null;
    state: StoredTraining['state'];
    report: Report | null;
  }>(
    `SELECT number, trained_at, trained_by, state, report FROM bot_training
     WHERE vector IS NOT NULL AND state <> 'dropped' ORDER BY number DESC`,
  );
  return rows.map(({ number, trained_at: at, trained_by: by, state, report }) => ({
    ...{ number: Number(number), at: at.toISOString(), state },
    ...(by !== null && { by }),
    ...(report && { accuracy: report.accuracy }),
    ...(report?.regression && { regression: report.regression }),
  }));
}

/**
 * Makes an earlier training, or the one that waits, live.
 * @returns whether the custom classifier is to be trained now, because the waiting training had left that open
 * @throws ApiError 404, 409 STATE for the live one
 */
export async function useTraining(db: Database, number: number): Promise<{ needsCustom: boolean }> {
  return db.transaction(async (tx) => {
    await tx.query(LOCK_SQL);
    const [row] = await tx.query<{ state: string; custom: boolean }>(
      `SELECT state, coalesce((report ->> 'hasCustom')::boolean, false) AS custom FROM bot_training
       WHERE number = $1 AND vector IS NOT NULL`,
      [number],
    );
    if (!row || row.state === 'dropped')
      throw new ApiError(404, 'NOT_FOUND', t('The models of this training are no longer kept'));
    if (row.state === 'live') throw new ApiError(409, 'STATE', t('This training is used already'));
    await tx.query(`UPDATE bot_training SET state = 'kept' WHERE state = 'live'`);
    await tx.query(`UPDATE bot_training SET state = 'live' WHERE number = $1`, [number]);
    await tx.query(
      `UPDATE bot_classifier AS own SET revision = revision + 1, trained_at = kept.trained_at,
         trained_by = kept.trained_by, snapshot = kept.snapshot, failure = NULL,
         report = CASE own.kind WHEN 'vector' THEN kept.report END,
         model = CASE own.kind WHEN 'vector' THEN kept.vector ELSE kept.text END
       FROM bot_training AS kept WHERE kept.number = $1 AND own.kind IN ('vector', 'text')`,
      [number],
    );
    return { needsCustom: row.state === 'waiting' && row.custom };
  });
}

/** Discards the training that waits. @throws ApiError 404 */
export async function discardTraining(db: Database, number: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(LOCK_SQL);
    const dropped = await tx.query(
      `UPDATE bot_training SET state = 'dropped' WHERE number = $1 AND state = 'waiting' RETURNING number`,
      [number],
    );
    if (dropped.length === 0)
      throw new ApiError(404, 'NOT_FOUND', t('This training does not wait for a decision'));
    await dropOldModels(tx);
  });
}

/** Times at which trainings went live in a period, the earliest first; at most the last 400. */
export async function listLiveTrainings(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<Date[]> {
  const rows = await db.query<{ trained_at: Date }>(
    `SELECT trained_at FROM bot_training
     WHERE trained_at >= $1::timestamptz AND trained_at < $2::timestamptz AND state IN ('live', 'kept')
     ORDER BY trained_at DESC LIMIT ${MAX_TRAININGS}`,
    [from.toISOString(), to.toISOString()],
  );
  return rows.map(({ trained_at: at }) => at).reverse();
}
