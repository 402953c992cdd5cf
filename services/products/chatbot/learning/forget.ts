import type { Context } from '../../../engine/modules/module.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { SYSTEM } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import { runInTransaction } from '../../../engine/resources/write/transaction.ts';
import { factsOf } from '../../../engine/storage/liveFields.ts';
import { quotedTableName } from '../../../engine/storage/sql.ts';

const REMOVED_AT_ONCE = 200;
/** Sentences of which it is found out at once that they are too many. */
const SURPLUS_AT_ONCE = 5_000;
/** Days for which a new sentence may be said once more before it can be surplus. */
const NEW_FOR_DAYS = 7;
const DAY_MS = 86_400_000;

/** Removes what was not written for long and, of each channel with more sentences than are kept, those said least often. */
export async function forgetMissed(context: Context, signal: AbortSignal): Promise<void> {
  const { missedSentencesDays: days, missedSentencesMax: most } = context.settings;
  if (days > 0) await removeOld(context, new Date(Date.now() - days * DAY_MS).toISOString(), signal);
  if (most > 0) await removeSurplus(context, most, signal);
}

async function removeOld({ services }: Context, before: string, signal: AbortSignal): Promise<void> {
  const sentences = services().catalog.repository('missed-sentence');
  while (!signal.aborted) {
    const old = (await sentences?.list({ take: REMOVED_AT_ONCE, where: [{ lastAt: { lt: before } }] })) ?? [];
    for (const { id } of old) await removeIfUnsaidSince(services(), id, before);
    if (old.length < REMOVED_AT_ONCE) return;
  }
}

/** What was taught or ignored is no surplus: a person has dealt with it. */
async function removeSurplus({ services, db }: Context, most: number, signal: AbortSignal): Promise<void> {
  const { model } = services().catalog.require('missed-sentence');
  while (!signal.aborted) {
    const surplus = await db.session(
      (session) =>
        session.query<{ id: string; last: string }>(
          `SELECT id, last FROM (
             SELECT record.id, created_at, facts ->> 'lastAt' AS last, row_number() OVER (PARTITION BY data ->> 'channel'
               ORDER BY (facts ->> 'count')::numeric DESC, facts ->> 'lastAt' DESC, record.id) AS place
             FROM ${quotedTableName(model)} AS record JOIN ${factsOf(model)} AS fact ON fact.id = record.id
             WHERE data ->> 'status' = 'open') AS ranked
           WHERE place > $1 AND created_at < clock_timestamp() - interval '${NEW_FOR_DAYS} days'
           ORDER BY place DESC LIMIT ${SURPLUS_AT_ONCE}`,
          [most],
        ),
      { longRunning: true },
    );
    for (const { id, last } of surplus) {
      if (signal.aborted) return;
      await removeIfUnsaidSince(services(), id, last, 'open');
    }
    if (surplus.length < SURPLUS_AT_ONCE) return;
  }
}

/** Removes a sentence, unless it was written once more since it was `last`, or is in another state than `only` by now. */
async function removeIfUnsaidSince(
  services: Services,
  id: string,
  last: string,
  only?: string,
): Promise<void> {
  const { model, repository } = services.catalog.require('missed-sentence');
  await runInTransaction(services, async (unit) => {
    const locked = await repository.within(unit.tx).lock(id, 'delete');
    if (!locked || (only !== undefined && locked['status'] !== only)) return;
    const unsaid = await unit.tx.query(
      `SELECT id FROM ${factsOf(model)} WHERE id = $1::uuid AND facts ->> 'lastAt' <= $2 FOR UPDATE`,
      [id, last],
    );
    if (unsaid.length > 0) await records(services, 'missed-sentence', SYSTEM, unit).remove(id);
  });
}
