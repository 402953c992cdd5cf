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
 * Opens sentences again. The sample that one was taught as is taken back from its intent, as long as it stands there as it
 * was taught, teaching had added it, and no other taught sentence needs it; else the sentence says why it stays (`stays`).
 * @throws ApiError 403, 409
 */
export async function openAgain({
  records: chosen = [],
  context,
  ...call
}: ActionCall & { context: Context }): Promise<unknown> {
  const services = context.services();
  const caller = callerOf(services, call);
  const sentences = chosen as readonly (Missed & EntityRecord)[];
  const { result } = await runInTransaction(services, async (unit) => {
    const stays = await takeSamplesBack(services, caller, unit, sentences);
    const opened: RecordResponse[] = [];
    for (const { id, version } of sentences.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const values = { stays: stays.get(id) };
      opened.push(
        await records(services, 'missed-sentence', caller, unit).transition(id, 'reopen', values, {
          version,
        }),
      );
    }
    return opened;
  });
  return result[0];
}

/** @returns sentences by the id of what stays taught, with the reason */
async function takeSamplesBack(
  services: Services,
  caller: Caller,
  unit: UnitOfWork,
  sentences: readonly Missed[],
): Promise<Map<string, string>> {
  const stays = new Map<string, string>();
  const taught = sentences.filter(({ status }) => status === 'taught');
  // In one order everywhere, so that two calls never wait for each other.
  for (const intent of [...new Set(taught.flatMap(({ taughtTo: id }) => id ?? []))].sort()) {
    const own = taught.filter((one) => one.taughtTo === intent);
    const { model, repository } = services.catalog.require('intent');
    // Whoever teaches the intent meanwhile has locked it before: what else it is taught by is known from here on.
    const stored = (await repository.within(unit.tx).lock(intent, 'change')) as
      StoredRecord<'intent'> | undefined;
    if (!stored) continue;
    const others = (await listTaughtTo(services, unit, intent)).filter(
      ({ id }) => !own.some((one) => one.id === id),
    );
    const needed = new Set(others.map(({ taughtAs, sentence }) => sampleKey(taughtAs ?? sentence)));
    const least = model.fields.find(({ name }) => name === 'samples')?.minItems ?? 0;
    const { name, samples } = stored;
    const going = new Set<string>();
    for (const sentence of own) {
      const reason = reasonToStay(sentence, stored, needed);
      if (reason === undefined) going.add(sentence.taughtAs ?? '');
      else stays.set(sentence.id, reason);
    }
    const left = samples.filter((sample) => !going.has(sample));
    if (left.length < least)
      for (const { id } of own.filter((one) => !stays.has(one.id)))
        stays.set(
          id,
          storedText('Its sample stays in %{intent}, which needs at least %{least}', { intent: name, least }),
        );
    else if (left.length < samples.length)
      await records(services, 'intent', caller, unit).change(intent, (record) => ({
        ...record,
        samples: left,
      }));
  }
  return stays;
}

/** Why a sentence's sample is not taken back; undefined where it is. */
function reasonToStay(
  { taughtAs, sampleAdded }: Missed,
  { name: intent, samples }: StoredRecord<'intent'>,
  needed: ReadonlySet<string>,
): string | undefined {
  // Taught before it was kept how.
  if (taughtAs === undefined)
    return storedText('How it was taught is not known any more: look at the samples of %{intent}', {
      intent,
    });
  if (!sampleAdded) return storedText('%{intent} had its sample before, which stays', { intent });
  if (!samples.includes(taughtAs))
    return storedText('Its sample in %{intent} was changed since, and is left as it is', { intent });
  return needed.has(sampleKey(taughtAs))
    ? storedText('Its sample stays in %{intent}, where another sentence is taught by it', { intent })
    : undefined;
}
