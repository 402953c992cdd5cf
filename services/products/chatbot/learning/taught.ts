import { folded } from '../../../../schemas/understanding/normalise.ts';
import { plainSample } from '../../../../schemas/understanding/samples.ts';
import type { UnitOfWork } from '../../../engine/resources/write/unitOfWork.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { updateLiveFields, type LiveFieldUpdate } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Knowledge, StoredRecord } from '../answering/types.ts';

const MAX_SENTENCES = 2_000;

type Taught = StoredRecord<'missed-sentence'>;

/** The sentences that are taught. */
export const readTaught = async ({ catalog }: Services): Promise<Taught[]> =>
  (await catalog.repository('missed-sentence')?.list({
    take: MAX_SENTENCES,
    where: [{ status: 'taught', taughtTo: { exists: true } }],
  })) ?? [];

/** The sentences that are taught to an intent. */
export const listTaughtTo = async (
  { catalog }: Services,
  { tx }: Pick<UnitOfWork, 'tx'>,
  intent: string,
): Promise<Taught[]> =>
  (await catalog
    .repository('missed-sentence')
    ?.within(tx)
    .list({ take: MAX_SENTENCES, where: [{ status: 'taught', taughtTo: intent }] })) ?? [];

/** What is the same in samples that an intent takes for one. */
export const sampleKey = (sample: string): string => folded(plainSample(sample).text);

/**
 * Asks the bot anew for every sentence that was taught, and stores whether it is understood as it was taught.
 * @param known those that were taught before the intents were read; what was taught since is for the next training
 */
export async function checkTaught(
  services: Services,
  knowledge: Knowledge,
  known: readonly Taught[],
  yieldIfDue: () => Promise<void>,
): Promise<{ understood: number; taught: number }> {
  const before = new Map(known.map(({ id, version }) => [id, version]));
  const sentences = (await readTaught(services)).filter(({ id, version }) => before.get(id) === version);
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
