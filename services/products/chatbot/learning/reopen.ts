import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import { callerOf } from '../../../engine/resources/callerOf.ts';
import type { RecordResponse } from '../../../engine/resources/recordResponse.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { Caller } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import { runInTransaction } from '../../../engine/resources/write/transaction.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { StoredRecord } from '../answering/types.ts';
import { listTaughtTo, sampleKey } from './taught.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

type Missed = StoredRecord<'missed-sentence'>;

/**
 * Reopens sentences. The sample that a sentence was taught as is removed from its intent, if teaching had added it, it is
 * unchanged, and no other taught sentence needs it; otherwise the field `stays` says why the sample stays.
 * @throws ApiError 403, 409
 */
export async function reopenSentences({
  records: chosen = [],
  context,
  ...call
}: ActionCall & { context: Context }): Promise<unknown> {
  const services = context.services();
  const caller = callerOf(services, call);
  const sentences = chosen as readonly (Missed & EntityRecord)[];
  const { result } = await runInTransaction(services, async (unit) => {
    const stays = await removeTaughtSamples(services, caller, unit, sentences);
    const reopened: RecordResponse[] = [];
    for (const { id, version } of sentences.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const values = { stays: stays.get(id) };
      reopened.push(
        await records(services, 'missed-sentence', caller, unit).transition(id, 'reopen', values, {
          version,
        }),
      );
    }
    return reopened;
  });
  return result[0];
}

/** Removes samples of taught sentences from their intents. @returns reasons why samples stay, by the id of the sentence */
async function removeTaughtSamples(
  services: Services,
  caller: Caller,
  unit: UnitOfWork,
  sentences: readonly Missed[],
): Promise<Map<string, string>> {
  const stays = new Map<string, string>();
  const taught = sentences.filter(({ status }) => status === 'taught');
  // In one order for all transactions, to avoid deadlocks.
  for (const intent of [...new Set(taught.flatMap(({ taughtTo: id }) => id ?? []))].sort()) {
    const ofIntent = taught.filter((one) => one.taughtTo === intent);
    const { model, repository } = services.catalog.require('intent');
    // The lock excludes concurrent teaching, so that the intent's other taught sentences are known from here on.
    const stored = (await repository.within(unit.tx).lock(intent, 'change')) as
      StoredRecord<'intent'> | undefined;
    if (!stored) continue;
    const otherTaught = (await listTaughtTo(services, unit, intent)).filter(
      ({ id }) => !ofIntent.some((one) => one.id === id),
    );
    const neededKeys = new Set(otherTaught.map(({ taughtAs, sentence }) => sampleKey(taughtAs ?? sentence)));
    const minSamples = model.fields.find(({ name }) => name === 'samples')?.minItems ?? 0;
    const { name, samples } = stored;
    const removed = new Set<string>();
    for (const sentence of ofIntent) {
      const reason = reasonToStay(sentence, stored, neededKeys);
      if (reason === undefined) removed.add(sentence.taughtAs ?? '');
      else stays.set(sentence.id, reason);
    }
    const remaining = samples.filter((sample) => !removed.has(sample));
    if (remaining.length < minSamples)
      for (const { id } of ofIntent.filter((one) => !stays.has(one.id)))
        stays.set(
          id,
          storedText('Its sample stays in %{intent}, which needs at least %{least}', {
            intent: name,
            least: minSamples,
          }),
        );
    else if (remaining.length < samples.length)
      await records(services, 'intent', caller, unit).change(intent, (record) => ({
        ...record,
        samples: remaining,
      }));
  }
  return stays;
}

/** Why a sentence's sample stays in the intent; undefined where it is removed. */
function reasonToStay(
  { taughtAs, sampleAdded }: Missed,
  { name: intent, samples }: StoredRecord<'intent'>,
  neededKeys: ReadonlySet<string>,
): string | undefined {
  // Taught by a version that did not store how.
  if (taughtAs === undefined)
    return storedText('How it was taught is not known any more: look at the samples of %{intent}', {
      intent,
    });
  if (!sampleAdded) return storedText('%{intent} had its sample before, which stays', { intent });
  if (!samples.includes(taughtAs))
    return storedText('Its sample in %{intent} was changed since, and is left as it is', { intent });
  return neededKeys.has(sampleKey(taughtAs))
    ? storedText('Its sample stays in %{intent}, where another sentence is taught by it', { intent })
    : undefined;
}
