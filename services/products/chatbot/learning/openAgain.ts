import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import type { RecordResponse } from '../../../engine/resources/recordResponse.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { Caller } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import { runInTransaction, type UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { StoredRecord } from '../answering/types.ts';
import { sampleKey, taughtTo } from './taught.ts';

type Missed = StoredRecord<'missed-sentence'>;

/**
 * Opens sentences again. The sample that one was taught as is taken back from its intent, as long as it stands there as it
 * was taught, teaching had added it, and no other taught sentence needs it; else the sentence says why it stays (`stays`).
 * @throws ApiError 403, 409
 */
export async function openAgain({
  records: chosen = [],
  user,
  address,
  context,
}: ActionCall & { context: Context }): Promise<unknown> {
  const services = context.services();
  const caller: Caller = { user, address, rights: services.catalog.rights(user.roles) };
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
    const others = (await taughtTo(services, unit, intent)).filter(
      ({ id }) => !own.some((one) => one.id === id),
    );
    const needed = new Set(
      others.flatMap(({ taughtAs }) => (taughtAs === undefined ? [] : sampleKey(taughtAs))),
    );
    const { model } = services.catalog.require('intent');
    const least = model.fields.find(({ name }) => name === 'samples')?.minItems ?? 0;
    await records(services, 'intent', caller, unit).change(intent, (stored) => {
      const { name, samples } = stored;
      const going = new Set<string>();
      for (const { id, taughtAs = '', sampleAdded } of own) {
        const reason = !sampleAdded
          ? `${name} had its sample before, which stays`
          : !samples.includes(taughtAs)
            ? `Its sample in ${name} was changed since, and is left as it is`
            : needed.has(sampleKey(taughtAs))
              ? `Its sample stays in ${name}, where another sentence is taught by it`
              : undefined;
        if (reason === undefined) going.add(taughtAs);
        else stays.set(id, reason);
      }
      const left = samples.filter((sample) => !going.has(sample));
      if (left.length >= least) return { ...stored, samples: left };
      for (const { id } of own.filter((one) => !stays.has(one.id)))
        stays.set(id, `Its sample stays in ${name}, which needs at least ${least}`);
      return { ...stored };
    });
  }
  return stays;
}
