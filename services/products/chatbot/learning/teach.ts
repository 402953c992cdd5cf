import type { EntityRecord, FieldErrors } from '../../../../schemas/model/types.ts';
import { textOf } from '../../../../schemas/model/text.ts';
import { ApiError, invalid } from '../../../engine/http/errors.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import { callerOf } from '../../../engine/resources/callerOf.ts';
import { authorize } from '../../../engine/resources/operations.ts';
import type { RecordResponse } from '../../../engine/resources/recordResponse.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { Caller } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import { runInTransaction } from '../../../engine/resources/write/transaction.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import { listTaughtTo, sampleKey } from './taught.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Input of the form `teach-sentences`. */
interface TeachInput {
  /** Taught instead of the sentence; only for a single one. */
  text?: string;
  to?: 'existing' | 'new';
  intent?: string;
  name?: string;
  /** Further samples, one in each line. */
  more?: string;
  /** Ids of further sentences. */
  also?: string[];
}

/**
 * Adds sentences to an intent as samples and marks them as taught, in one transaction.
 * @throws ApiError 403, 409, and 422 with the intent's own errors at the fields of the form
 */
export async function teachSentences({
  records: chosen = [],
  input,
  context,
  ...call
}: ActionCall & { context: Context }): Promise<unknown> {
  const services = context.services();
  const caller = callerOf(services, call);
  const { also = [], text } = input as TeachInput;
  if (text !== undefined && chosen.length > 1)
    throw invalid({ '/text': t('Several sentences are taught as they are; teach one alone to change it') });
  const additional = await services.catalog.require('missed-sentence').repository.getMany(also);
  const sentences = [...new Map([...chosen, ...additional].map((one) => [one.id, one])).values()];
  // The chosen ones come first.
  const texts = sentences.map(({ sentence }, at) =>
    at === 0 && text !== undefined ? toOneLine(text) : textOf(sentence),
  );
  const { result } = await runInTransaction(services, async (unit) => {
    const { taughtTo, existingCount, all } = await addSamples(services, caller, unit, input, texts);
    const added = new Set(all.slice(existingCount).map(sampleKey));
    const addedBefore = await listAddedKeys(services, unit, taughtTo);
    const toValues = (text: string) => {
      const key = sampleKey(text);
      return {
        taughtTo,
        taughtAs: all.find((sample) => sampleKey(sample) === key) ?? text,
        sampleAdded: added.has(key) || addedBefore.has(key),
      };
    };
    const values = new Map(sentences.map(({ id }, at) => [id, toValues(texts[at] ?? '')]));
    const taught: RecordResponse[] = [];
    const writer = records(services, 'missed-sentence', caller, unit);
    for (const id of [...values.keys()].sort())
      taught.push(await writer.transition(id, 'teach', values.get(id)));
    const resetUnderstood = sentences.map(({ id }) => ({ id, values: { understood: null } }));
    const within = { db: unit.tx as Services['db'], catalog: services.catalog };
    await updateLiveFields(within, 'missed-sentence', resetUnderstood);
    return taught;
  });
  return result.find(({ id }) => id === chosen[0]?.id);
}

/** Creates the intent or adds samples to it. @returns its id and all its samples, of which the first `existingCount` existed before */
async function addSamples(
  services: Services,
  caller: Caller,
  unit: UnitOfWork,
  { to, intent = '', name = '', more = '' }: TeachInput,
  sentences: readonly string[],
): Promise<{ taughtTo: string; existingCount: number; all: readonly string[] }> {
  const lines = to === 'new' ? more.split('\n') : [];
  const samples = dropDuplicates([...sentences, ...lines]);
  const isNew = to === 'new';
  authorize(services.catalog.require('intent'), caller, isNew ? 'create' : 'update');
  const intents = records(services, 'intent', caller, unit);
  let all: readonly string[] = samples;
  try {
    if (isNew) {
      const { id } = await intents.create({ name, samples });
      return { taughtTo: id, existingCount: 0, all };
    }
    let existingCount = 0;
    const change = (stored: { samples: string[] } & EntityRecord) => {
      existingCount = stored.samples.length;
      all = dropDuplicates([...stored.samples, ...samples], existingCount);
      return { ...stored, samples: [...all] };
    };
    const { id } = await intents.change(intent, change);
    return { taughtTo: id, existingCount, all };
  } catch (error) {
    throw error instanceof ApiError ? toFormErrors(error, isNew, all) : error;
  }
}

/** Keys of the intent's samples that earlier teaching added. */
const listAddedKeys = async (
  services: Services,
  unit: UnitOfWork,
  intent: string,
): Promise<ReadonlySet<string>> =>
  new Set(
    (await listTaughtTo(services, unit, intent)).flatMap(({ sampleAdded, taughtAs }) =>
      sampleAdded && taughtAs !== undefined ? sampleKey(taughtAs) : [],
    ),
  );

const toOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Drops empty and repeated samples, as the intent compares them; the first `existingCount` stay as they are. */
function dropDuplicates(samples: readonly string[], existingCount = 0): string[] {
  const seen = new Set<string>();
  return samples.flatMap((sample, at) => {
    const text = sample.trim();
    const key = sampleKey(text);
    if (at >= existingCount && (key === '' || seen.has(key))) return [];
    seen.add(key);
    return [at < existingCount ? sample : text];
  });
}

/** Maps the intent's errors to the fields of the form, with the sample concerned. */
function toFormErrors(error: ApiError, isNew: boolean, samples: readonly string[]): ApiError {
  if (error.status === 404) return invalid({ '/intent': t('This intent no longer exists') });
  const at = isNew ? '/more' : '/intent';
  const fields: FieldErrors = {};
  for (const [pointer, message] of Object.entries(error.details.fields ?? {})) {
    const [, field, place] = pointer.split('/');
    const sample = place === undefined ? undefined : samples[Number(place)];
    if (field === 'name' && isNew) fields['/name'] = message;
    else fields[at] ??= sample === undefined ? message : `${message}: “${sample}”`;
  }
  return new ApiError(error.status, error.code, error.message, { ...error.details, fields });
}
