import type { Context } from '../../../engine/modules/module.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { SYSTEM } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import { runInTransaction } from '../../../engine/resources/write/transaction.ts';
import { quotedLiveTableName } from '../../../engine/storage/liveFields.ts';
import { quotedTableName } from '../../../engine/storage/sql.ts';

const SENTENCES_PER_QUERY = 200;

const SURPLUS_PER_QUERY = 5_000;
/** Days after its first occurrence in which a sentence cannot be surplus, because it may still be repeated. */
const PROTECTED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Deletes sentences that were not repeated for long and, of each channel with too many, the least frequent ones. */
export async function deleteOldMissed(context: Context, signal: AbortSignal): Promise<void> {
  const { missedSentencesDays: days, missedSentencesMax: max } = context.settings;
  if (days > 0) await deleteExpired(context, new Date(Date.now() - days * DAY_MS).toISOString(), signal);
  if (max > 0) await deleteSurplus(context, max, signal);
}

async function deleteExpired({ services }: Context, before: string, signal: AbortSignal): Promise<void> {
  const sentences = services().catalog.repository('missed-sentence');
  while (!signal.aborted) {
    const old =
      (await sentences?.list({ take: SENTENCES_PER_QUERY, where: [{ lastAt: { lt: before } }] })) ?? [];
    for (const { id } of old) await deleteIfNotRepeated(services(), id, before);
    if (old.length < SENTENCES_PER_QUERY) return;
  }
}

/** Deletes open sentences only: a person has dealt with those that were taught or ignored. */
async function deleteSurplus({ services, db }: Context, max: number, signal: AbortSignal): Promise<void> {
  const { model } = services().catalog.require('missed-sentence');
  while (!signal.aborted) {
    const surplus = await db.session(
      (session) =>
        session.query<{ id: string; last: string }>(
          `SELECT id, last FROM (
             SELECT record.id, created_at, facts ->> 'lastAt' AS last, row_number() OVER (PARTITION BY data ->> 'channel'
               ORDER BY (facts ->> 'count')::numeric DESC, facts ->> 'lastAt' DESC, record.id) AS place
             FROM ${quotedTableName(model)} AS record JOIN ${quotedLiveTableName(model)} AS fact ON fact.id = record.id
             WHERE data ->> 'status' = 'open') AS ranked
           WHERE place > $1 AND created_at < clock_timestamp() - interval '${PROTECTED_DAYS} days'
           ORDER BY place DESC LIMIT ${SURPLUS_PER_QUERY}`,
          [max],
        ),
      { longRunning: true },
    );
    for (const { id, last } of surplus) {
      if (signal.aborted) return;
      await deleteIfNotRepeated(services(), id, last, 'open');
    }
    if (surplus.length < SURPLUS_PER_QUERY) return;
  }
}

/** Deletes a sentence unless it has been repeated since `last`, or is no longer in the required status. */
async function deleteIfNotRepeated(
  services: Services,
  id: string,
  last: string,
  requiredStatus?: string,
): Promise<void> {
  const { model, repository } = services.catalog.require('missed-sentence');
  await runInTransaction(services, async (unit) => {
    const sentence = await repository.within(unit.tx).lock(id, 'delete');
    if (!sentence || (requiredStatus !== undefined && sentence['status'] !== requiredStatus)) return;
    const unrepeated = await unit.tx.query(
      `SELECT id FROM ${quotedLiveTableName(model)} WHERE id = $1::uuid AND facts ->> 'lastAt' <= $2 FOR UPDATE`,
      [id, last],
    );
    if (unrepeated.length > 0) await records(services, 'missed-sentence', SYSTEM, unit).remove(id);
  });
}
