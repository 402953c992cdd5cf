import { foldText } from '../../../../schemas/understanding/normalise.ts';
import { parseSample } from '../../../../schemas/understanding/samples.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { updateLiveFields, type LiveFieldUpdate } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Knowledge, StoredRecord } from '../answering/types.ts';

const MAX_SENTENCES = 2_000;

type TaughtSentence = StoredRecord<'missed-sentence'>;

/** Lists the taught sentences. */
export const listTaught = async ({ catalog }: Services): Promise<TaughtSentence[]> =>
  (await catalog.repository('missed-sentence')?.list({
    take: MAX_SENTENCES,
    where: [{ status: 'taught', taughtTo: { exists: true } }],
  })) ?? [];

/** Lists the sentences taught to an intent. */
export const listTaughtTo = async (
  { catalog }: Services,
  { tx }: Pick<UnitOfWork, 'tx'>,
  intent: string,
): Promise<TaughtSentence[]> =>
  (await catalog
    .repository('missed-sentence')
    ?.within(tx)
    .list({ take: MAX_SENTENCES, where: [{ status: 'taught', taughtTo: intent }] })) ?? [];

/** Key under which an intent's samples are compared. */
export const sampleKey = (sample: string): string => foldText(parseSample(sample).text);

/**
 * Checks whether the bot understands every taught sentence now, and stores the result.
 * @param taughtBefore sentences taught before the intents were read; later ones are checked after the next training
 */
export async function checkTaught(
  services: Services,
  knowledge: Knowledge,
  taughtBefore: readonly TaughtSentence[],
  yieldIfDue: () => Promise<void>,
): Promise<{ understood: number; taught: number }> {
  const versions = new Map(taughtBefore.map(({ id, version }) => [id, version]));
  const sentences = (await listTaught(services)).filter(({ id, version }) => versions.get(id) === version);
  const updates: LiveFieldUpdate[] = [];
  for (const { id, sentence, taughtTo } of sentences) {
    const { scores } = await knowledge.understand(sentence);
    const [best] = scores;
    const understood = best !== undefined && best.id === taughtTo && best.score >= knowledge.threshold;
    updates.push({ id, values: { understood } });
    await yieldIfDue();
  }
  if (updates.length > 0) await updateLiveFields(services, 'missed-sentence', updates);
  const understood = updates.filter(({ values }) => values['understood'] === true).length;
  return { understood, taught: updates.length };
}
